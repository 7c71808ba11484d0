-- Tasks of developers come from their tracker, which says them again and again: whose they are, by which key there, and
-- when they were said last.
alter table issues
  add column tracker text constraint issues_tracker_length check (length(tracker) between 1 and 100),
  add column key text constraint issues_key_length check (length(key) between 1 and 200),
  add column reported_at timestamptz,
  add constraint issues_tracker_whole check ((tracker is null) = (key is null)) not valid;

insert into installation as known (key, value) values ('deferred_ddl', '[
  "alter table issues validate constraint issues_tracker_whole",
  "CREATE INDEX issues_by_key ON issues USING btree (tracker, key) WHERE (tracker IS NOT NULL)"]')
on conflict (key) do update set value = known.value || excluded.value;
