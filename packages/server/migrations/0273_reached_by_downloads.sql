-- Whoever has downloaded a file of a release was reached by it too, though it was hidden before and after. Not if another
-- release brought the same file: the company may have it from there, and never have seen this one.
create or replace view reached_items as
select handed.publication_release_id, handed.publication_id, handed.release_id, handed.idcomp
from handed_items as handed
join publication_releases as item on item.id = handed.publication_release_id
where not item.was_hidden
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

-- Letters name the releases whose files were not fetched.
create view shared_unfetched_packages as
select publication_release_id, publication_id, idcomp
from unfetched_packages;
