-- Which client company may know of what, one view a kind of thing; staff know of everything that is not deleted.
-- The room `access` asks the same of a row it has at hand (domains/access/queries.ts); a test holds the two together.

-- The company's own requests in the modules it uses.
create view open_requests as
select request.id as request_id, request.idcomp
from requests as request
where request.deleted_at is null
  and exists (
    select from company_modules as used
    where used.idcomp = request.idcomp and used.idmod = request.idmod);

-- Releases that are shown to clients and name the company.
create view open_releases as
select release.id as release_id, named.idcomp
from releases as release
join release_companies as named on named.release_id = release.id
where release.deleted_at is null
  and release.is_visible_for_client;

-- The company's own agreements; of a hidden release only while its date waits for the company's word or has it.
create view open_agreements as
select agreement.id as agreement_id, agreement.release_id, agreement.company_id as idcomp
from agreements as agreement
join releases as release on release.id = agreement.release_id
where agreement.deleted_at is null
  and release.deleted_at is null
  and (release.is_visible_for_client or agreement.by_rivc);

-- Publications by which the company was handed something (open_publication_items, migration 0005).
create view open_publications as
select distinct item.publication_id, item.idcomp
from open_publication_items as item;

create view open_registry_entries as
select entry.id as entry_id, entry.idcomp
from registry_entries as entry
where entry.deleted_at is null;

-- Files that stand where the company may look. What was handed over stays so, whatever modules it uses later.
create view open_files as
select attached.file_id, open.idcomp
from request_files as attached
join open_requests as open on open.request_id = attached.request_id
union all
select handed.file_id, open.idcomp
from publication_files as handed
join open_publication_items as open on open.publication_release_id = handed.publication_release_id;

-- What can be told of: its name, and the client companies whose people may know of it.
-- release_id is where a client reads an agreement.
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
select 'agreement', a.id, r.title || ' – ' || c.namecomp, a.release_id,
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
