-- What was attached to show that a request fails belongs to that verdict: it is read as long as the agreement is, also when
-- the words of the remark it came with are taken back.
create view evidence_files as
select said.file_id, result.agreement_id
from test_results as result
join entries as entry on entry.thread_id = result.thread_id
join entry_files as said on said.entry_id = entry.id
where entry.id = (select min(first.id) from entries as first where first.thread_id = result.thread_id);

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
join open_requests as open on open.request_id = thread.request_id
union all
select shown.file_id, open.idcomp
from evidence_files as shown
join open_agreements as open on open.agreement_id = shown.agreement_id;

insert into installation as known (key, value) values ('deferred_ddl', '[
  "CREATE INDEX test_results_by_thread ON test_results USING btree (thread_id) WHERE (thread_id IS NOT NULL)"]')
on conflict (key) do update set value = known.value || excluded.value;
