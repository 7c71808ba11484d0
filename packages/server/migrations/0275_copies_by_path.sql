-- Copies by their path in any letter case: a file system that ignores the case keeps both names as one file. Postponed,
-- because the table has a row for every letter and copy.
insert into installation as known (key, value) values ('deferred_ddl', '[
  "CREATE INDEX copies_by_path ON deliveries USING btree (lower(target)) WHERE (kind = ''ftp''::text)"]')
on conflict (key) do update set value = known.value || excluded.value;
