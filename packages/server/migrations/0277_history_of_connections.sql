-- What administrators change of webhooks and trackers is recorded, and a form of a webhook that was opened earlier no
-- longer saves over later changes.
alter table webhooks add column version integer not null default 1;

create view shared_webhooks as
select id, split_part(url, '/', 3) as host
from webhooks;

create view shared_trackers as
select id, name
from trackers;

alter table history drop constraint history_entity;
alter table history add constraint history_entity check (entity in (
  'release', 'agreement', 'publication', 'request', 'registry_entry', 'freeze', 'thread',
  'user', 'company', 'system', 'module', 'release_step', 'registry_step', 'request_status', 'request_type', 'calendar',
  'session', 'letter_template', 'webhook', 'tracker'))
  not valid;
insert into installation as known (key, value) values ('deferred_ddl', '[
  "alter table history validate constraint history_entity"]')
on conflict (key) do update set value = known.value || excluded.value;
