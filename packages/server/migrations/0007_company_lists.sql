-- A client's list and its counts never leave this index; the wider one served only the company's days.
drop index requests_by_company;
create index requests_by_company on requests (idcomp, id)
  include (idmod, created_at, status_id, type_id, author_id, urgency, priority, "isPaid", release_id, "inBacklog",
    planned_time, backlog_priority)
  where deleted_at is null;

-- Without it the planner takes every request for a month of its own and sorts them all.
create statistics requests_months on (date_trunc('month', created_at at time zone 'UTC')) from requests;
