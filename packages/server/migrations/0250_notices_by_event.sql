-- What an event told people is found by the event: when its words are withdrawn, and when an act is undone.
insert into installation as known (key, value) values ('deferred_ddl', '[
  "CREATE INDEX notices_by_event ON notices USING btree (event_id)"]')
on conflict (key) do update set value = known.value || excluded.value;
