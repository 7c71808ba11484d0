-- One version for the caller, two things to change: every write of a request raises "version", and
-- backlog_version and description_version keep the value it had at the last write of each half.
-- A save is stale when its own half was written after the version it was made from.
alter table requests add column description_version integer not null default 0;
alter table requests add constraint requests_versions_order
  check (version >= backlog_version and version >= description_version);

-- Lists page by index-only scans, so every index they use leaves out what is deleted; "none" is 0
-- in filters and in orders alike. The first index answers counts under any filters without the table.
drop index requests_by_created, requests_by_company, requests_by_module, requests_by_status, requests_by_type,
  requests_by_author, requests_by_release, requests_by_urgency, requests_by_priority, requests_by_paid,
  requests_by_planned_time, requests_by_backlog_priority, requests_by_backlog_state, requests_by_title;

create index requests_list on requests (created_at, id)
  include (status_id, type_id, author_id, idcomp, idmod, urgency, priority, "isPaid", release_id, "inBacklog",
    planned_time, backlog_priority)
  where deleted_at is null;
create index requests_by_id on requests (id) where deleted_at is null;
create index requests_by_title on requests (e_title collate "ru-x-icu", id) where deleted_at is null;
create index requests_by_company on requests (idcomp, created_at, id) where deleted_at is null;
create index requests_by_module on requests (idmod, id) where deleted_at is null;
create index requests_by_status on requests (status_id, id) where deleted_at is null;
create index requests_by_type on requests (type_id, id) where deleted_at is null;
create index requests_by_author on requests (author_id, id) where deleted_at is null;
create index requests_by_release on requests (release_id, id) where deleted_at is null;
create index requests_by_urgency on requests (urgency, id) where deleted_at is null;
create index requests_by_priority on requests (coalesce(priority, 0), id) where deleted_at is null;
create index requests_by_paid on requests ("isPaid", id) where deleted_at is null;
create index requests_by_planned_time on requests (coalesce(planned_time, -1), id) where deleted_at is null;
create index requests_by_backlog_priority on requests (coalesce(backlog_priority, 0), id) where deleted_at is null;
create index requests_by_backlog_state on requests ("inBacklog", id) where deleted_at is null;
