-- The newest comment and the newest change of an entry from before it was handed to its present company, whose people
-- read only what follows; 0 for an entry that has always been theirs.
alter table registry_entries
  add column former_comment_id integer not null default 0,
  add column former_change_id bigint not null default 0;

insert into installation as known (key, value) values ('deferred_ddl', '[
  {"table": "registry_entries", "key": "id",
   "set": "former_change_id = (select max(h.id) from history as h where h.entity = ''registry_entry'' and h.entity_id = registry_entries.id and h.at <= (select max(handed.at) from history as handed where handed.entity = ''registry_entry'' and handed.entity_id = registry_entries.id and handed.field = ''company'' and handed.before <> ''null'')), former_comment_id = coalesce((select max(c.id) from registry_comments as c where c.entry_id = registry_entries.id and c.created_at <= (select max(handed.at) from history as handed where handed.entity = ''registry_entry'' and handed.entity_id = registry_entries.id and handed.field = ''company'' and handed.before <> ''null'')), 0)",
   "where": "former_change_id = 0 and exists (select from history as handed where handed.entity = ''registry_entry'' and handed.entity_id = registry_entries.id and handed.field = ''company'' and handed.before <> ''null'')"}]')
on conflict (key) do update set value = known.value || excluded.value;
