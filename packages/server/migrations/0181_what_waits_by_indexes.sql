-- What a company has in a release, which releases are still to be published, which requests nobody has looked at and what has
-- not arrived are looked up for everybody anything waits for.
insert into installation as known (key, value) values ('deferred_ddl', '[
  "CREATE INDEX requests_by_release_and_company ON requests USING btree (release_id, idcomp) WHERE ((release_id IS NOT NULL) AND (deleted_at IS NULL))",
  "CREATE INDEX requests_urgent ON requests USING btree (created_at) WHERE ((deleted_at IS NULL) AND (\"inBacklog\" IS NULL) AND (release_id IS NULL) AND (urgency >= 3))",
  "CREATE INDEX releases_unpublished ON releases USING btree (id) WHERE ((deleted_at IS NULL) AND (published_at IS NULL))",
  "CREATE INDEX deliveries_failed ON deliveries USING btree (at) WHERE (state = ''failed''::text)"]')
on conflict (key) do update set value = known.value || excluded.value;
