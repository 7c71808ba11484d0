-- How often what a calendar shows of an agreement has changed: its date, the title, or that it was withdrawn. Calendar
-- programs take a growing SEQUENCE for news to their owner, and a remark is none. Null of agreements that nothing of it has
-- happened to since: their entries bear the version, as letters of former versions said.
alter table agreements add column calendar_sequence integer;
alter table agreements alter column calendar_sequence set default 1;

-- Triggers, because imports, restores and the release before write these columns too.
create function count_calendar_change() returns trigger language plpgsql as $$
begin
  new.calendar_sequence := coalesce(old.calendar_sequence, old.version);
  if (new."releaseDate", new."releaseTime", new.withdrawn_at, new.deleted_at)
    is distinct from (old."releaseDate", old."releaseTime", old.withdrawn_at, old.deleted_at) then
    new.calendar_sequence := new.calendar_sequence + 1;
  end if;
  return new;
end $$;
create trigger agreements_calendar_change
  before update of "releaseDate", "releaseTime", withdrawn_at, deleted_at, version on agreements
  for each row execute function count_calendar_change();

create function count_title_change() returns trigger language plpgsql as $$
begin
  update agreements set calendar_sequence = coalesce(calendar_sequence, version) + 1
  where release_id = new.id and deleted_at is null;
  return null;
end $$;
create trigger releases_calendar_change
  after update of title on releases
  for each row when (new.title is distinct from old.title) execute function count_title_change();

create or replace view shared_agreements as
select id, author_id, by_client, by_rivc, cancel_reason, company_id, created_at, deleted_at,
  "isPublishedOnTestEnv", "recipientsExtra", release_id, "releaseDate", "releaseTime", remark, sent_at,
  updated_at, version, agreed_sha, accepted_sha, told_sha,
  coalesce(calendar_sequence, version) as calendar_sequence
from agreements;

-- What was withdrawn with the agreement or its release deleted is told of as well: whoever was asked is not asked any more.
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
where a.withdrawn_at is not null and (a.deleted_at is not null or r.deleted_at is not null);

-- A company that has the release is asked for its date no more.
create or replace view open_matters as
select 'agreement' as entity, a.id as entity_id,
  'date ' || a."releaseDate" || coalesce(' ' || left(a."releaseTime"::text, 5), '') as matter
from agreements as a
join releases as r on r.id = a.release_id and r.deleted_at is null
where a.deleted_at is null and a.by_rivc and not a.by_client
  and not exists (
    select from not_publishing_list as n where n.release_id = a.release_id and n.idcomp = a.company_id)
  and not exists (
    select from handed_to as handed where handed.release_id = a.release_id and handed.idcomp = a.company_id)
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
