-- What was settled when agreements were withdrawn, a release was closed or a company hidden is looked up by that moment
-- when it is undone: all notices were read for it, while the agreements were locked.
insert into installation as known (key, value) values ('deferred_ddl', '[
  "CREATE INDEX notices_settled ON notices USING btree (settled_at, entity, entity_id) WHERE (settled_at IS NOT NULL)"]')
on conflict (key) do update set value = known.value || excluded.value;
