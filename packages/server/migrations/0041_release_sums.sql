-- What the requests of a release come to, and how urgent the most urgent one is, the index says alone: planning and the
-- lists of releases ask it of every release they show, and read a page of the table for nearly every request.
drop index requests_by_release;
create index requests_by_release on requests (release_id, id) include (planned_time, backlog_priority)
  where deleted_at is null;
