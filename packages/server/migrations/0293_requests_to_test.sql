-- The requests that each agreement asks its company to test: its own in the release, in modules that it uses (api.md,
-- "Requests and backlog"). The modules are read as one list for each company.
create view requests_for_agreements as
select agreement.id as agreement_id, request.id as request_id, request.e_title
from agreements as agreement
cross join lateral (
  select array(select used.idmod from company_modules as used where used.idcomp = agreement.company_id) as modules
  offset 0) as used
join requests as request on request.release_id = agreement.release_id and request.idcomp = agreement.company_id
  and request.deleted_at is null and request.idmod = any(used.modules);

-- Only of these. The last results are sorted by request first: sorted by agreement, the planner reads all of them again
-- for each agreement.
create or replace view trials_for_releases as
select own.agreement_id,
  count(*)::int as total,
  count(*) filter (where last.verdict = 'works')::int as tried,
  count(*) filter (where last.verdict = 'fails')::int as failing
from requests_for_agreements as own
left join (
  select distinct on (request_id, agreement_id) agreement_id, request_id, verdict
  from test_results
  order by request_id, agreement_id, id desc) as last
  on last.agreement_id = own.agreement_id and last.request_id = own.request_id
group by own.agreement_id;
