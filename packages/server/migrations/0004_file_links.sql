-- Addresses a browser saves a file from without a header: one file, one person, one minute.
-- The token is stored as its hash only.
create table file_links (
  token_hash bytea constraint file_links_pk primary key,
  file_id integer not null constraint file_links_file_fk references files,
  user_id integer not null constraint file_links_user_fk references users on delete cascade,
  expires_at timestamptz not null
);
create index file_links_by_expiry on file_links (expires_at);
