-- What was published can be taken back and corrected (docs/decisions/0087): the page stays and says so, its files are fetched no
-- more.
alter table publications
  add column withdrawn_at timestamptz,
  add column withdrawn_by integer,
  add column withdrawn_reason text not null default '',
  -- The publication whose files this one is handed over instead of.
  add column corrects integer;
alter table publications
  add constraint publications_withdrawn_by_fk foreign key (withdrawn_by) references users not valid,
  add constraint publications_corrects_fk foreign key (corrects) references publications not valid;

create or replace view shared_publications as
select id, author_id, created_at, deleted_at, text, withdrawn_at, withdrawn_reason, corrects
from publications;

-- Files of what was taken back, and who had them: a page that was open says why they are not there any more.
create view withdrawn_files as
select handed.file_id, open.idcomp, open.publication_id
from handed_packages as handed
join open_publication_items as open
  on open.idcomp = handed.idcomp and open.publication_release_id = handed.publication_release_id
join publications as publication on publication.id = open.publication_id and publication.withdrawn_at is not null;

create or replace view open_files as
select attached.file_id, open.idcomp
from request_files as attached
join open_requests as open on open.request_id = attached.request_id
union all
select handed.file_id, open.idcomp
from handed_packages as handed
join open_publication_items as open
  on open.publication_release_id = handed.publication_release_id and open.idcomp = handed.idcomp
join publications as publication on publication.id = open.publication_id and publication.withdrawn_at is null
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

-- A version that was taken back stands where somebody has it; where it was only handed over, it does not.
create or replace view handed_versions as
select open.publication_release_id, open.publication_id, open.release_id, open.idcomp, linked.idmod,
  publication.created_at as handed_at, installed.at as installed_at, received.at as received_at, fetched.at as fetched_at,
  publication.withdrawn_at
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

-- Few correct another.
insert into installation as known (key, value) values ('deferred_ddl', '[
  "alter table publications validate constraint publications_withdrawn_by_fk",
  "alter table publications validate constraint publications_corrects_fk",
  "CREATE INDEX publications_by_corrected ON publications (corrects) WHERE corrects IS NOT NULL"]')
on conflict (key) do update set value = known.value || excluded.value;
