-- Statuses and types of requests are lists that administrators keep: in their order, hidden when they take nothing new.
-- Types that nobody has placed stand as they were made.
alter table request_statuses
  add column version integer not null default 1,
  add column hidden_at timestamptz;
alter table request_types
  add column version integer not null default 1,
  add column hidden_at timestamptz,
  add column "order" integer;

create view shared_request_statuses as
select id, name, "order", hidden_at, version
from request_statuses;

create view shared_request_types as
select id, name, "order", hidden_at, version
from request_types;

alter table history drop constraint history_entity;
alter table history add constraint history_entity check (entity in (
  'release', 'agreement', 'publication', 'request', 'registry_entry', 'freeze', 'thread',
  'user', 'company', 'system', 'module', 'release_step', 'registry_step', 'request_status', 'request_type', 'calendar',
  'session', 'letter_template'))
  not valid;
insert into installation as known (key, value) values ('deferred_ddl', '[
  "alter table history validate constraint history_entity",
  "CREATE UNIQUE INDEX request_statuses_name_once ON request_statuses USING btree (lower(name)) WHERE (hidden_at IS NULL)",
  "CREATE UNIQUE INDEX request_types_name_once ON request_types USING btree (lower(name)) WHERE (hidden_at IS NULL)"]')
on conflict (key) do update set value = known.value || excluded.value;
