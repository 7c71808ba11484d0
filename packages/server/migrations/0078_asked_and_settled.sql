-- What a link was used for and who asked by its letter: whoever opens it again reads what was said, by whom and when.
-- Links of former versions do not know.
alter table approval_tokens
  add column answer text,
  add column asked_by integer;
alter table approval_tokens add constraint approval_tokens_answer
  check (answer in ('agree', 'remark', 'offer')) not valid;
alter table approval_tokens add constraint approval_tokens_asked_by_fk foreign key (asked_by) references users not valid;

-- Answers to a letter go to the person who asks.
alter table letters add column reply_to text;

-- What a notice asks somebody to settle, by its name in open_matters; null of what is only told.
alter table notices
  add column matter text,
  add column settled_at timestamptz;

-- What waits for somebody now. A notice whose matter stands here no more is settled, whoever settled it and however.
create view open_matters as
select 'agreement' as entity, a.id as entity_id,
  'date ' || a."releaseDate" || coalesce(' ' || left(a."releaseTime"::text, 5), '') as matter
from agreements as a
join releases as r on r.id = a.release_id and r.deleted_at is null
where a.deleted_at is null and a.by_rivc and not a.by_client
  and not exists (
    select from not_publishing_list as n where n.release_id = a.release_id and n.idcomp = a.company_id)
union all
select 'agreement', o.agreement_id, 'offer'
from agreement_offers as o
join agreements as a on a.id = o.agreement_id and a.deleted_at is null
join releases as r on r.id = a.release_id and r.deleted_at is null
where o.state = 'open'
union all
select case when t.agreement_id is null then 'request' else 'agreement' end, coalesce(t.agreement_id, t.request_id),
  'thread ' || t.id || ' ' || t.state
from threads as t
where t.state <> 'closed'
  and (t.agreement_id is null or exists (
    select from agreements as a
    join releases as r on r.id = a.release_id and r.deleted_at is null
    where a.id = t.agreement_id and a.deleted_at is null))
union all
select d.entity, d.entity_id, 'delivery ' || d.id
from deliveries as d
where d.state = 'failed';

insert into installation as known (key, value) values ('deferred_ddl', '[
  "alter table approval_tokens validate constraint approval_tokens_answer",
  "alter table approval_tokens validate constraint approval_tokens_asked_by_fk",
  "CREATE INDEX notices_unsettled ON notices (entity, entity_id) WHERE matter IS NOT NULL AND read_at IS NULL"]')
on conflict (key) do update set value = known.value || excluded.value;
