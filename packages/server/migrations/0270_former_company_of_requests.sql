-- The newest change of a request, and the newest entry of its conversation, from before an import gave it to its present
-- company, whose people read only what follows; 0 for a request that has always been theirs.
alter table requests add column former_change_id bigint not null default 0;
alter table threads add column former_entry_id integer not null default 0;

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
join threads as thread on thread.id = entry.thread_id and entry.id > thread.former_entry_id
join open_requests as open on open.request_id = thread.request_id
union all
select shown.file_id, open.idcomp
from evidence_files as shown
join open_agreements as open on open.agreement_id = shown.agreement_id
union all
select brought.file_id, open.idcomp
from imported_files as brought
join open_requests as open on open.request_id = brought.request_id
where brought.file_id is not null and not brought.internal;
