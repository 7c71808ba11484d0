-- The backlog beside the time line: of all requests the few that wait for a release, in its order.
create index requests_unplanned on requests (backlog_priority, id)
  where deleted_at is null and release_id is null and "inBacklog";
