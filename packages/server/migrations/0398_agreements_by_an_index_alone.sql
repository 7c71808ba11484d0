-- Lists of agreements count and sort all of them, by a few narrow columns of a wide row: read from the index alone, as requests
-- are (0210_lists_by_indexes_alone.sql), they take a tenth of the pages.
insert into installation as known (key, value) values ('deferred_ddl', '[
  "CREATE INDEX agreements_wide_by_id ON agreements USING btree (id) INCLUDE (release_id, company_id, by_rivc, by_client, is_date_withdrawn, \"isPublishedOnTestEnv\", \"releaseDate\", \"releaseTime\", sent_at, created_at, updated_at) WHERE (deleted_at IS NULL)"]')
on conflict (key) do update set value = known.value || excluded.value;
