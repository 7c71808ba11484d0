-- Which files of a publication are for whom («комплекты», docs/decisions/0080). An item without packages hands every
-- file to every customer, as all did before.
alter table publication_releases add column has_packages boolean not null default false;

-- What each customer was handed, fixed at publishing: modules that a company loses later take nothing away.
create table publication_packages (
  publication_release_id integer not null constraint publication_packages_item_fk references publication_releases,
  idcomp integer not null constraint publication_packages_company_fk references companies,
  file_id integer not null constraint publication_packages_file_fk references files,
  constraint publication_packages_pk primary key (publication_release_id, idcomp, file_id)
);

-- The modules that a file was said to be of; of none: of all.
create table publication_file_modules (
  publication_release_id integer not null constraint publication_file_modules_item_fk references publication_releases,
  file_id integer not null constraint publication_file_modules_file_fk references files,
  idmod integer not null constraint publication_file_modules_module_fk references modules,
  constraint publication_file_modules_pk primary key (publication_release_id, file_id, idmod)
);

-- The files of each customer: the only place that says so.
create view handed_packages as
select item.id as publication_release_id, customer.idcomp, linked.file_id
from publication_releases as item
join publication_customers as customer on customer.publication_release_id = item.id
join publication_files as linked on linked.publication_release_id = item.id
where not item.has_packages
  or exists (
    select from publication_packages as own
    where own.publication_release_id = item.id and own.idcomp = customer.idcomp and own.file_id = linked.file_id);

create or replace view open_files as
select attached.file_id, open.idcomp
from request_files as attached
join open_requests as open on open.request_id = attached.request_id
union all
select handed.file_id, open.idcomp
from handed_packages as handed
join open_publication_items as open
  on open.publication_release_id = handed.publication_release_id and open.idcomp = handed.idcomp
union all
select said.file_id, open.idcomp
from entry_files as said
join entries as entry on entry.id = said.entry_id and not entry.internal and entry.withdrawn_at is null
join threads as thread on thread.id = entry.thread_id
join open_agreements as open on open.agreement_id = thread.agreement_id
union all
select said.file_id, open.idcomp
from entry_files as said
join entries as entry on entry.id = said.entry_id and not entry.internal and entry.withdrawn_at is null
join threads as thread on thread.id = entry.thread_id
join open_requests as open on open.request_id = thread.request_id;
