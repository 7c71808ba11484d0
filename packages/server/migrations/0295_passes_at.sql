-- When a date has passed, in one place for the views and for the queries (`calendars/queries/passing.ts`): a time of day
-- is a moment by the installation's clock, the same everywhere; a day without a time has passed when it is over in the
-- company's time zone. The installation's zone is that of the session.
create function passes_at(day date, time_of_day time, company_zone text) returns timestamptz
language sql stable parallel safe as $$
  select case when time_of_day is not null
    then (day + time_of_day) at time zone current_setting('TimeZone')
    else (day + 1)::timestamp at time zone coalesce(company_zone, current_setting('TimeZone'))
  end
$$;

-- Nobody is asked for a date that has passed (docs/decisions/0069): `until` is when it passes. A thread about what is not
-- awaited any more asks nobody either.
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
where d.state = 'failed';
