-- What a room has to read of rooms after it stands in views of its own, which say how much of them it knows
-- (docs/decisions/0055): <table>_for_<room>, or a name of what it is about.

create view users_for_platform as
select id, name
from users;

create view companies_for_auth as
select idcomp, namecomp, deleted_at
from companies;

create view releases_for_access as
select id, is_visible_for_client, deleted_at
from releases;

create view release_companies_for_access as
select release_id, idcomp
from release_companies;

create view publications_for_access as
select id, deleted_at
from publications;

create view letters_for_deliveries as
select id, subject
from letters;

create view held_letters_for_deliveries as
select topic, event_ids
from held_letters;

-- Where files are in use: a file that stands nowhere is swept away. Whoever attaches files adds a branch.
create view file_places as
select file_id, 'publication' as place from publication_files
union all
select file_id, 'release' from release_files
union all
select file_id, 'request' from request_files;

-- The publications that hand a file over.
create view publications_for_files as
select linked.file_id, item.publication_id
from publication_files as linked
join publication_releases as item on item.id = linked.publication_release_id;

create view releases_for_requests as
select id, title, plan_date, published_at, is_visible_for_client, deleted_at
from releases;

create view agreements_for_releases as
select id, release_id, company_id, by_rivc, by_client, remark, "isPublishedOnTestEnv", "recipientsExtra",
  "releaseDate", "releaseTime", cancel_reason, sent_at, created_at, updated_at, deleted_at, version
from agreements;

create view agreement_recipients_for_releases as
select agreement_id, user_id
from agreement_recipients;

create view agreement_offers_for_releases as
select id, agreement_id, "releaseDate", "releaseTime", state
from agreement_offers;

-- A release in a publication.
create view handed_over as
select item.id, item.release_id, publication.id as publication_id, publication.author_id, publication.created_at
from publication_releases as item
join publications as publication on publication.id = item.publication_id;

-- The files that a release in a publication (handed_over.id) came with.
create view handed_files as
select publication_release_id as handed_id, file_id
from publication_files;

-- The companies that a release was handed over to.
create view handed_to as
select item.release_id, customer.idcomp
from publication_releases as item
join publication_customers as customer on customer.publication_release_id = item.id
join publications as publication on publication.id = item.publication_id
where publication.deleted_at is null;

create view notice_settings_for_letters as
select user_id, kind, letter
from notice_settings;

create view webhooks_for_letters as
select id, url
from webhooks;
