-- What the last import of a request said, field by field. The next one changes only what differs
-- from it, so that the same file changes nothing even after people have edited the request.
create table imported_rows (
  request_id integer constraint imported_rows_pk primary key constraint imported_rows_request_fk references requests,
  "row" jsonb not null,
  at timestamptz not null
);
