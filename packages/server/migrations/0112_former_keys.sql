-- Requests by what they were called in the system they came from, in whatever case somebody types it.
insert into installation as known (key, value) values ('deferred_ddl', '[
  "CREATE INDEX requests_by_key ON requests USING btree (lower(source_key)) WHERE (source_key IS NOT NULL)"]')
on conflict (key) do update set value = known.value || excluded.value;
