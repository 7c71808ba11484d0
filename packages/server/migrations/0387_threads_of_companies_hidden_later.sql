-- Nobody waits for what a thread is about where its company was hidden, although it had been handed the release: nobody
-- of it can read an answer (docs/decisions/0071).
create or replace view thread_subjects as
select 'agreement' as entity, agreement.id as entity_id, agreement.release_id, agreement.company_id as idcomp,
  agreement.author_id as owner_id, release.title, agreement.deleted_at is null and release.deleted_at is null as is_living,
  exists (
    select from companies as company where company.idcomp = agreement.company_id and company.deleted_at is null)
  and not exists (
    select from not_publishing_list as listed
    where listed.release_id = agreement.release_id and listed.idcomp = agreement.company_id)
  and (exists (
      select from handed_to as handed
      where handed.release_id = agreement.release_id and handed.idcomp = agreement.company_id)
    or not exists (select from release_steps as step where step.id = release.step_id and step.kind = 'closed')
      and exists (
        select from release_companies as own
        where own.release_id = agreement.release_id and own.idcomp = agreement.company_id)) as is_awaited
from agreements as agreement
join releases as release on release.id = agreement.release_id
union all
select 'request', request.id, request.release_id, request.idcomp, null, request.e_title, request.deleted_at is null,
  exists (select from companies as company where company.idcomp = request.idcomp and company.deleted_at is null)
from requests as request;
