-- Lists of requests say that a release was closed without being handed over to the request's company.
create or replace view releases_for_requests as
select r.id, r.title, r.plan_date, r.published_at, r.is_visible_for_client, r.deleted_at, step.kind = 'closed' as is_closed
from releases as r
join release_steps as step on step.id = r.step_id;

-- The companies that a release was handed over to.
create view handed_for_requests as
select release_id, idcomp
from handed_to;
