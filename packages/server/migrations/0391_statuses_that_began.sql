-- Work on a request has begun once it leaves the status that new requests had when it was given its own; for an entry of the
-- registry, the step (docs/decisions/0175). Both are kept with the row, so that an administrator who hides or reorders
-- statuses says nothing of the requests that are there. The default is what is true of every row of today: it is a
-- constant, so no row is written. Processes of the release before, which answer beside this one, write neither column.
do $$
declare
  status integer := coalesce((select id from request_statuses where hidden_at is null order by "order", id limit 1), 1);
  step integer := coalesce((select id from registry_steps where hidden_at is null order by "order", id limit 1), 1);
begin
  execute format('alter table requests add column new_status_id integer not null default %s', status);
  execute format('alter table registry_entries add column first_step_id integer not null default %s', step);
end $$;
