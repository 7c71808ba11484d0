-- Which version of which module stands where (docs/decisions/0081): read off publications, packages, downloads and
-- words, so that what was published before is in it too.

-- When somebody of a company first had the whole of a file.
create view fetched_files as
select log.file_id, log.idcomp, min(log.at) as at
from (
  select log.file_id, person.idcomp, log.at, f.size,
    sum(log.sent) over (partition by log.file_id, person.idcomp, log.user_id order by log.id) as so_far
  from publication_files as linked
  join shared_file_downloads as log on log.file_id = linked.file_id
  join shared_users as person on person.id = log.user_id and person.idcomp is not null
  join shared_files as f on f.id = log.file_id
) as log
where log.so_far >= log.size
group by log.file_id, log.idcomp;

-- When a company first had its whole package; none: not yet.
create view fetched_packages as
select package.publication_release_id, package.idcomp, max(got.at) as at
from handed_packages as package
left join fetched_files as got on got.file_id = package.file_id and got.idcomp = package.idcomp
group by package.publication_release_id, package.idcomp
having count(*) = count(got.at);

-- The version of a module in a company's package: what was said of its files of that module, else of those for all.
create view package_versions as
select customer.publication_release_id, customer.idcomp, linked.idmod,
  coalesce(
    (select string_agg(distinct f.version, ', ')
     from publication_file_modules as said
     join handed_packages as package on package.publication_release_id = said.publication_release_id
       and package.file_id = said.file_id and package.idcomp = customer.idcomp
     join shared_files as f on f.id = package.file_id and f.version <> ''
     where said.publication_release_id = customer.publication_release_id and said.idmod = linked.idmod),
    (select string_agg(distinct f.version, ', ')
     from handed_packages as package
     join shared_files as f on f.id = package.file_id and f.version <> ''
     where package.publication_release_id = customer.publication_release_id and package.idcomp = customer.idcomp
       and not exists (
         select from publication_file_modules as said
         where said.publication_release_id = package.publication_release_id and said.file_id = package.file_id)),
    '') as version
from publication_customers as customer
join publication_modules as linked on linked.publication_release_id = customer.publication_release_id;

-- What each company was handed of each module: by files that were said to be of it, and by files for all where the
-- company uses it; one that uses none of them was handed the whole.
create view handed_versions as
select open.publication_release_id, open.publication_id, open.release_id, open.idcomp, linked.idmod,
  publication.created_at as handed_at, installed.at as installed_at, received.at as received_at, fetched.at as fetched_at
from open_publication_items as open
join publication_releases as item on item.id = open.publication_release_id
join publications as publication on publication.id = open.publication_id
join publication_modules as linked on linked.publication_release_id = open.publication_release_id
left join publication_receipts as installed on installed.publication_release_id = open.publication_release_id
  and installed.idcomp = open.idcomp and installed.kind = 'installed'
left join publication_receipts as received on received.publication_release_id = open.publication_release_id
  and received.idcomp = open.idcomp and received.kind = 'received'
left join fetched_packages as fetched on fetched.publication_release_id = open.publication_release_id
  and fetched.idcomp = open.idcomp
where (
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
    where said.publication_release_id = open.publication_release_id and said.idmod = linked.idmod);
