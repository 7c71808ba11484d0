-- Which requests a company is asked to test depends on their modules too: with these in the index the matrix, lists and
-- what waits need not look at each request in the table.
insert into installation as known (key, value) values ('deferred_ddl', '[
  "CREATE INDEX requests_to_test ON requests USING btree (release_id, idcomp, id) INCLUDE (idmod) WHERE ((release_id IS NOT NULL) AND (deleted_at IS NULL))",
  "drop index if exists requests_by_release_and_company"]')
on conflict (key) do update set value = known.value || excluded.value;
