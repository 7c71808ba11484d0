-- Requests that are not in the backlog are in no release, or nearly none: to put them in order by release, the requests
-- of every release were passed over to find that out. As wide as the others, which would be taken instead.
insert into installation as known (key, value) values ('deferred_ddl', '[
  "CREATE INDEX requests_not_in_backlog_by_release ON requests USING btree (release_id, id) INCLUDE (created_at, status_id, type_id, author_id, idcomp, idmod, planned_time, urgency, priority, backlog_priority, \"isPaid\", \"inBacklog\") WHERE ((deleted_at IS NULL) AND (release_id IS NOT NULL) AND ((\"inBacklog\" IS NULL) OR (\"inBacklog\" IS FALSE)))"]')
on conflict (key) do update set value = known.value || excluded.value;
