-- Whether a release was hidden from clients when it was published: nobody outside was told of it then, so nobody has to
-- be told when the publication is withdrawn.
alter table publication_releases add column was_hidden boolean not null default false;
-- What it was called then: a release that was hidden since may have been renamed, which nobody outside knows. Unknown of
-- publications from before this migration.
alter table publication_releases add column title text;

create or replace view shared_publication_releases as
select id, idx, "notPublishingList", publication_id, reason, release_id, title
from publication_releases;

-- Certain where the publication's event names none of the companies that would have been handed the release.
-- Reason: a row for each release of a publication, some ten thousand where a million requests are kept.
update publication_releases as item
set was_hidden = true
from events as event
where event.kind = 'publication.published' and event.entity = 'publication' and event.entity_id = item.publication_id
  and event.companies is not null
  and not exists (
    select from publication_customers as customer
    where customer.publication_release_id = item.id and customer.idcomp <> all (item."notPublishingList")
      and customer.idcomp = any (event.companies));

-- The companies that may have a release of a publication, whatever was hidden since: they were told of it when it was
-- published, may fetch it now, or have confirmed that they got it.
create view reached_items as
select handed.publication_release_id, handed.publication_id, handed.release_id, handed.idcomp
from handed_items as handed
join publication_releases as item on item.id = handed.publication_release_id
where not item.was_hidden
  or exists (
    select from open_publication_items as open
    where open.publication_release_id = handed.publication_release_id and open.idcomp = handed.idcomp)
  or exists (
    select from publication_receipts as receipt
    where receipt.publication_release_id = handed.publication_release_id and receipt.idcomp = handed.idcomp);
