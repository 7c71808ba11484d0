-- What was said of a request in the system it came from, before it came here: by whom it was said there. Of somebody
-- without an account the entry is the word of whoever brought it.
alter table entries
  add column imported_name text constraint entries_imported_name_length check (length(imported_name) <= 200);
