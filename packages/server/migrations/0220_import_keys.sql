-- The keys of a file while it is taken in, and the requests that it changes: a file of any length takes the memory of one
-- part (docs/decisions/0130). Unlogged: a crash of the database ends every import anyway.
create unlogged table import_keys (
  import_id uuid not null,
  source_key text not null,
  -- Where the file has the key first.
  line integer not null,
  -- What there is to change; null of a request that is new, or is as it was.
  request_id integer,
  at timestamptz not null,
  constraint import_keys_pk primary key (import_id, source_key)
);
