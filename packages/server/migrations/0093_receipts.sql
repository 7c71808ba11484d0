-- Who of a company has had a publication before its eyes first, and when (docs/decisions/0082).
create table publication_openings (
  publication_id integer not null constraint publication_openings_publication_fk references publications,
  user_id integer not null constraint publication_openings_user_fk references users,
  at timestamptz not null,
  constraint publication_openings_pk primary key (publication_id, user_id)
);

-- A file that somebody of a company has and whose SHA-256 is the published one's.
create table publication_checks (
  publication_id integer not null constraint publication_checks_publication_fk references publications,
  file_id integer not null constraint publication_checks_file_fk references files,
  user_id integer not null constraint publication_checks_user_fk references users,
  at timestamptz not null,
  constraint publication_checks_pk primary key (publication_id, file_id, user_id)
);
