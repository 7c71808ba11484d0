-- A client reads an agreement on its release's page. A release that is hidden, or that the company was taken off, has no
-- page for the company: release_id of an agreement is null then, and the client's own list of agreements opens it.
create or replace view things as
select 'request' as entity, q.id as entity_id, q.e_title as title, null::integer as release_id,
  array(select open.idcomp from open_requests as open where open.request_id = q.id) as companies
from requests as q
where q.deleted_at is null
union all
select 'release', r.id, r.title, r.id,
  array(select open.idcomp from open_releases as open where open.release_id = r.id)
from releases as r
where r.deleted_at is null
union all
select 'agreement', a.id, r.title || ' – ' || c.namecomp,
  (select open.release_id from open_releases as open where open.release_id = a.release_id and open.idcomp = a.company_id),
  array(select open.idcomp from open_agreements as open where open.agreement_id = a.id)
from agreements as a
join releases as r on r.id = a.release_id and r.deleted_at is null
join companies as c on c.idcomp = a.company_id
where a.deleted_at is null
union all
select 'publication', p.id, 'Публикация № ' || p.id, null,
  array(select open.idcomp from open_publications as open where open.publication_id = p.id)
from publications as p
where p.deleted_at is null
union all
select 'registry_entry', e.id, e.number || ' ' || e.title, null,
  array(select open.idcomp from open_registry_entries as open where open.entry_id = e.id)
from registry_entries as e
where e.deleted_at is null;
