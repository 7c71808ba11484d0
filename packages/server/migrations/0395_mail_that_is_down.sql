-- Administrators are told that no letter leaves; the notice is settled once one does (`operations`).
create or replace view told_things as
select entity, entity_id, title, release_id, companies
from things
union all
select 'backup', 1, 'Резервные копии', null, '{}'::integer[]
union all
select 'withdrawn', a.id, r.title || ' – ' || c.namecomp, null, array[a.company_id]
from agreements as a
join releases as r on r.id = a.release_id
join companies as c on c.idcomp = a.company_id
where a.withdrawn_at is not null and (a.deleted_at is not null or r.deleted_at is not null)
union all
select 'user', u.id, u.name, null, '{}'::integer[]
from shared_users as u
where u.deleted_at is null
union all
select 'withdrawn_request', q.id, q.e_title, null,
  array(
    select used.idcomp from company_modules as used
    where used.idcomp = q.idcomp and used.idmod = q.idmod)
from requests as q
where q.deleted_at is not null
union all
select 'mail', 1, 'Почта', null, '{}'::integer[];

create or replace view open_matters as
select 'agreement' as entity, a.id as entity_id,
  'date ' || a."releaseDate" || coalesce(' ' || left(a."releaseTime"::text, 5), '') as matter,
  passes_at(a."releaseDate", a."releaseTime",
    (select kept.zone from company_calendars as kept where kept.company_id = a.company_id)) as until
from agreements as a
join releases as r on r.id = a.release_id and r.deleted_at is null
where a.deleted_at is null and a.by_rivc and not a.by_client
  and not exists (
    select from not_publishing_list as n where n.release_id = a.release_id and n.idcomp = a.company_id)
  and not exists (
    select from handed_to as handed where handed.release_id = a.release_id and handed.idcomp = a.company_id)
  and not exists (select from release_steps as step where step.id = r.step_id and step.kind = 'closed')
union all
select 'agreement', o.agreement_id, 'offer', null
from agreement_offers as o
join agreements as a on a.id = o.agreement_id and a.deleted_at is null
join releases as r on r.id = a.release_id and r.deleted_at is null
where o.state = 'open'
  and (exists (
      select from handed_to as handed where handed.release_id = a.release_id and handed.idcomp = a.company_id)
    or not exists (select from release_steps as step where step.id = r.step_id and step.kind = 'closed'))
union all
select case when t.agreement_id is null then 'request' else 'agreement' end, coalesce(t.agreement_id, t.request_id),
  'thread ' || t.id || ' ' || t.state, null
from threads as t
where t.state <> 'closed'
  and (t.agreement_id is null or exists (
    select from agreements as a
    join releases as r on r.id = a.release_id and r.deleted_at is null
    where a.id = t.agreement_id and a.deleted_at is null))
  and exists (
    select from thread_subjects as subject
    where subject.entity = case when t.agreement_id is null then 'request' else 'agreement' end
      and subject.entity_id = coalesce(t.agreement_id, t.request_id) and subject.is_awaited)
union all
select d.entity, d.entity_id, 'delivery ' || d.id, null
from deliveries as d
where d.state = 'failed'
union all
select 'mail', 1, 'mail', null
from installation
where key = 'mail_down';
