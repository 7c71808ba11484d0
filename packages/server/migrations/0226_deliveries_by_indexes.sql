-- What was sent to a company's people or folder is found by the index of each, and how many deliveries are in a state by
-- one that knows what they are filtered by.
insert into installation as known (key, value) values ('deferred_ddl', '[
  "CREATE INDEX deliveries_by_address ON deliveries USING btree (lower(target)) WHERE (kind = ''mail''::text)",
  "CREATE INDEX deliveries_by_company ON deliveries USING btree (idcomp) WHERE (idcomp IS NOT NULL)",
  "CREATE INDEX deliveries_wide_by_state ON deliveries USING btree (state, id) INCLUDE (kind, at)",
  "analyze deliveries"]')
on conflict (key) do update set value = known.value || excluded.value;
