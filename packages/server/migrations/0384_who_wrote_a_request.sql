-- Who is told of a request as its author (docs/decisions/0171). An imported request whose author is not known belongs to the
-- person who imported it, who has written none of it.
create view request_authors as
select q.id as request_id, q.author_id as user_id
from requests as q
where not exists (select from imported_rows as file where file.request_id = q.id and not file."row" ? 'author_id');

create view shared_request_authors as
select request_id, user_id
from request_authors;

create or replace view thing_people as
select 'request' as entity, request_id as entity_id, user_id, 'author' as role from shared_request_authors
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
