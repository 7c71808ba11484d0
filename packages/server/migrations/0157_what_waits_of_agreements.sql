-- What waits for staff are few agreements of many: those nobody was asked about yet, and those whose scope is not settled.
insert into installation as known (key, value) values ('deferred_ddl', '[
  "CREATE INDEX agreements_unsent ON agreements USING btree (release_id) WHERE ((deleted_at IS NULL) AND (NOT by_rivc))",
  "CREATE INDEX agreements_unsettled ON agreements USING btree (release_id) WHERE ((deleted_at IS NULL) AND by_rivc AND by_client AND (frozen_sha IS NULL) AND (seen_sha <> agreed_sha) AND (seen_sha IS DISTINCT FROM accepted_sha))"]')
on conflict (key) do update set value = known.value || excluded.value;
