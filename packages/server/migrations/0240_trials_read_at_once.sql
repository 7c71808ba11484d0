-- The same figures: the results of an agreement are read at once, not again for each of its requests.
create or replace view trials_for_releases as
select agreement.id as agreement_id,
  count(request.id)::int as total,
  count(*) filter (where last.verdict = 'works')::int as tried,
  count(*) filter (where last.verdict = 'fails')::int as failing
from agreements as agreement
join requests as request on request.release_id = agreement.release_id and request.idcomp = agreement.company_id
  and request.deleted_at is null
left join (
  select distinct on (agreement_id, request_id) agreement_id, request_id, verdict
  from test_results
  order by agreement_id, request_id, id desc) as last
  on last.agreement_id = agreement.id and last.request_id = request.id
group by agreement.id;
