-- Bytes that are on their way into the store, or are there and are no file yet. A row is written before
-- the first byte, so that whatever breaks off can be found and cleared away.
create table uploads (
  storage_key uuid constraint uploads_pk primary key,
  user_id integer not null constraint uploads_user_fk references users,
  file_name text not null constraint uploads_name_length check (length(file_name) between 1 and 255),
  version text not null default '',
  -- What the sender says it will be; null where it comes in one call and nobody says.
  size bigint constraint uploads_size_positive check (size >= 0),
  -- The store's name of the unfinished file, from its first piece on.
  handle text,
  -- The store's mark of each piece it keeps, in order; and the bytes after them that make no piece yet.
  marks text[] not null default '{}',
  tail bytea not null default '',
  -- Whoever sends now; an earlier sender whose line is dead may write no more.
  writer uuid,
  -- What it became.
  file_id integer constraint uploads_file_fk references files,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index uploads_by_update on uploads (updated_at);

-- How much of a download left, once it has ended; null while it lasts.
alter table file_downloads add column sent bigint constraint file_downloads_sent_positive check (sent >= 0);
