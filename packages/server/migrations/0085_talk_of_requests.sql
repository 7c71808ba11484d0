-- The conversation of a request is one thread of kind `talk` (docs/decisions/0077). Whoever writes may wait for an answer,
-- and name people; what is one's own is written anew over what it was, not over what others have said meanwhile.
alter table entries
  add column asks boolean not null default false,
  add column version integer not null default 1;

create table entry_mentions (
  entry_id integer not null constraint entry_mentions_entry_fk references entries,
  user_id integer not null constraint entry_mentions_user_fk references users,
  constraint entry_mentions_pk primary key (entry_id, user_id)
);
create index entry_mentions_by_user on entry_mentions (user_id);

create view shared_entry_mentions as
select entry_id, user_id
from entry_mentions;

-- Who follows a thing, for whoever writes letters about it.
create view watchers_for_letters as
select entity, entity_id, user_id, watches
from watchers;

insert into installation as known (key, value) values ('deferred_ddl', '[
  "CREATE UNIQUE INDEX threads_one_talk ON threads (request_id) WHERE kind = ''talk''"]')
on conflict (key) do update set value = known.value || excluded.value;
