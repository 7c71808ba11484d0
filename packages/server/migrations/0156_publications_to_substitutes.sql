-- Who is told of a publication: its recipients, and whoever stands in for one of them now (docs/decisions/0092).
create view publication_people as
select publication_id, user_id
from publication_recipients
union
select told.publication_id, acting.substitute_id
from publication_recipients as told
join shared_substitutes as acting on acting.user_id = told.user_id;

create view shared_publication_people as
select publication_id, user_id
from publication_people;

create or replace view thing_people as
select 'request' as entity, id as entity_id, author_id as user_id, 'author' as role from requests
union all
select 'release', id, author_id, 'author' from releases
union all
select 'release', release_id, user_id, 'responsible' from release_users
union all
select 'agreement', id, author_id, 'author' from agreements
union all
select 'agreement', a.id, ru.user_id, 'responsible'
from agreements as a join release_users as ru on ru.release_id = a.release_id
union all
select 'agreement', agreement_id, user_id, 'recipient' from shared_asked_people
union all
select 'publication', id, author_id, 'author' from publications
union all
select 'publication', publication_id, user_id, 'recipient' from publication_people
union all
select 'registry_entry', id, author_id, 'author' from registry_entries
union all
select 'registry_entry', id, responsible_id, 'responsible' from registry_entries where responsible_id is not null
union all
select 'registry_entry', id, boss_id, 'responsible' from registry_entries where boss_id is not null;
