-- When a release that was hidden from clients when it was published was first shown to them: from then on its companies
-- have been told of it. Null if it has not been, and for releases that were not hidden.
alter table publication_releases add column shown_at timestamptz;

-- Companies that can see such a release by now are not told of it anew when it is hidden and shown again.
-- Reason: a row for each release that was published while hidden: a few hundred where a million requests are kept.
update publication_releases as item
set shown_at = p.created_at
from publications as p, releases as r
where item.was_hidden and p.id = item.publication_id and r.id = item.release_id and r.is_visible_for_client;

create or replace view reached_items as
select handed.publication_release_id, handed.publication_id, handed.release_id, handed.idcomp
from handed_items as handed
join publication_releases as item on item.id = handed.publication_release_id
where not item.was_hidden
  or item.shown_at is not null
  or exists (
    select from open_publication_items as open
    where open.publication_release_id = handed.publication_release_id and open.idcomp = handed.idcomp)
  or exists (
    select from publication_receipts as receipt
    where receipt.publication_release_id = handed.publication_release_id and receipt.idcomp = handed.idcomp)
  or exists (
    select from handed_packages as package
    join fetched_files as got on got.file_id = package.file_id and got.idcomp = package.idcomp
    where package.publication_release_id = handed.publication_release_id and package.idcomp = handed.idcomp
      and not exists (
        select from publication_files as linked
        join handed_items as other on other.publication_release_id = linked.publication_release_id
        where linked.file_id = package.file_id and other.idcomp = package.idcomp
          and other.release_id <> handed.release_id));

-- A company has had the days for fetching since it could.
create or replace view unfetched_packages as
select item.publication_id, open.publication_release_id, open.idcomp, item.release_id,
  coalesce(item.shown_at, p.created_at) as created_at
from open_publication_items as open
join publication_releases as item on item.id = open.publication_release_id
join publications as p on p.id = item.publication_id
where p.reminds and p.deleted_at is null and p.withdrawn_at is null
  and exists (select from handed_packages as package
    where package.publication_release_id = open.publication_release_id and package.idcomp = open.idcomp
      and (select got.at from fetched_files as got
        where got.file_id = package.file_id and got.idcomp = package.idcomp) is null)
  and not exists (select from publication_receipts as said
    where said.publication_release_id = open.publication_release_id and said.idcomp = open.idcomp)
  and not exists (select from open_publication_items as later
    join publications as newer on newer.id = later.publication_id and newer.withdrawn_at is null
    where later.release_id = item.release_id and later.idcomp = open.idcomp and newer.created_at > p.created_at);
