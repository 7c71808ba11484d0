-- Dates that wait for their clients are few of many, also where the release was published to others.
insert into installation as known (key, value) values ('deferred_ddl', '[
  "CREATE INDEX agreements_unanswered ON agreements USING btree (release_id) WHERE ((deleted_at IS NULL) AND by_rivc AND (NOT by_client))"]')
on conflict (key) do update set value = known.value || excluded.value;
