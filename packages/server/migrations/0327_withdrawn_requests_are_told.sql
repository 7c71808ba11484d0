-- Whoever follows a request is told that it was withdrawn. It can no longer be opened, so it is told of as another thing, as
-- withdrawn agreements are; when it is restored, nothing of that is left behind the bell.
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
where q.deleted_at is not null;
