-- Status, priority and days together are what the backlog is most looked through by; each alone leaves a whole period to
-- be counted. The priority itself stands beside the expression: without it no scan would do with the index alone. The index and what the planner learns of the three is made behind the running product.
insert into installation as known (key, value) values ('deferred_ddl', '[
  "CREATE INDEX requests_by_state ON requests (status_id, coalesce(priority, 0), created_at, id) INCLUDE (priority, planned_time, \"inBacklog\", \"isPaid\") WHERE deleted_at IS NULL",
  "analyze requests"]')
on conflict (key) do update set value = known.value || excluded.value;

-- How many of a status have a priority, and how that has changed from month to month; taken for independent of one
-- another they were misjudged sixtyfold.
create statistics requests_states on status_id, (coalesce(priority, 0)), (date_trunc('month', created_at at time zone 'UTC'))
  from requests;
