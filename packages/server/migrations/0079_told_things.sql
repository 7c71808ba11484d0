-- What people can be told of: the things of the product, and the copies of it, of which its administrators hear.
create view told_things as
select entity, entity_id, title, release_id, companies
from things
union all
select 'backup', 1, 'Резервные копии', null, '{}'::integer[];
