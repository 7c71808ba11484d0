-- One link a person for calendar programs. Only the hash is kept, as of sessions.
create table calendar_links (
  user_id integer constraint calendar_links_pk primary key constraint calendar_links_user_fk references users on delete cascade,
  secret_hash bytea not null constraint calendar_links_secret_once unique,
  created_at timestamptz not null,
  fetched_at timestamptz
);
