-- What runs at a company that is hidden concerns nobody any more: it is neither counted nor behind.
create or replace view handed_versions as
select open.publication_release_id, open.publication_id, open.release_id, open.idcomp, linked.idmod,
  publication.created_at as handed_at, installed.at as installed_at, received.at as received_at, fetched.at as fetched_at,
  publication.withdrawn_at
from open_publication_items as open
join shared_companies as company on company.idcomp = open.idcomp and company.deleted_at is null
join publication_releases as item on item.id = open.publication_release_id
join publications as publication on publication.id = open.publication_id
join publication_modules as linked on linked.publication_release_id = open.publication_release_id
left join publication_receipts as installed on installed.publication_release_id = open.publication_release_id
  and installed.idcomp = open.idcomp and installed.kind = 'installed'
left join publication_receipts as received on received.publication_release_id = open.publication_release_id
  and received.idcomp = open.idcomp and received.kind = 'received'
left join fetched_packages as fetched on fetched.publication_release_id = open.publication_release_id
  and fetched.idcomp = open.idcomp
where (publication.withdrawn_at is null or installed.at is not null or received.at is not null or fetched.at is not null)
  and ((
    exists (select from shared_company_modules as used where used.idcomp = open.idcomp and used.idmod = linked.idmod)
    or not exists (
      select from publication_modules as any_of
      join shared_company_modules as used on used.idcomp = open.idcomp and used.idmod = any_of.idmod
      where any_of.publication_release_id = open.publication_release_id))
    and (not item.has_packages or exists (
      select from handed_packages as package
      where package.publication_release_id = open.publication_release_id and package.idcomp = open.idcomp
        and not exists (
          select from publication_file_modules as said
          where said.publication_release_id = package.publication_release_id and said.file_id = package.file_id)))
  or exists (
    select from publication_file_modules as said
    join handed_packages as package on package.publication_release_id = said.publication_release_id
      and package.file_id = said.file_id and package.idcomp = open.idcomp
    where said.publication_release_id = open.publication_release_id and said.idmod = linked.idmod));
