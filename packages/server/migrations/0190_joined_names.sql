-- What somebody was called in the system a comment came from, where an account here was found for them: by it the
-- two are parted again.
alter table entries
  add column imported_as text constraint entries_imported_as_length check (length(imported_as) <= 200);

create or replace view shared_entries as
select id, address, author_id, created_at, edited_at, html, internal, side, text, thread_id, withdrawn_at, imported_name,
  imported_as
from entries;
