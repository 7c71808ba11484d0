-- A letter about an account, such as the one with the link that sets a password, may fail too: staff are told of it under the
-- person it was for.
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
where u.deleted_at is null;
