-- How far an import is, for the screen that waits for it: written beside the import's own transaction, which nobody
-- sees into. Unlogged: a crash of the database ends every import anyway.
create unlogged table import_progress (
  key text constraint import_progress_pk primary key,
  user_id integer not null constraint import_progress_user_fk references users,
  stage text not null,
  done integer not null,
  total integer not null,
  at timestamptz not null
);
create index import_progress_by_at on import_progress (at);
