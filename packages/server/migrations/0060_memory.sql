-- What every call asks for is remembered by each process (platform/memory.ts): these tables say when it has to be
-- forgotten. Notifications of one transaction about one table are one.
create function tell_of_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('vypusk_memory', tg_table_name);
  return null;
end
$$;

create trigger users_remembered after insert or update or delete or truncate on users
  for each statement execute function tell_of_change();
create trigger companies_remembered after insert or update or delete or truncate on companies
  for each statement execute function tell_of_change();
create trigger systems_remembered after insert or update or delete or truncate on systems
  for each statement execute function tell_of_change();
create trigger modules_remembered after insert or update or delete or truncate on modules
  for each statement execute function tell_of_change();
create trigger request_statuses_remembered after insert or update or delete or truncate on request_statuses
  for each statement execute function tell_of_change();
create trigger request_types_remembered after insert or update or delete or truncate on request_types
  for each statement execute function tell_of_change();
create trigger release_steps_remembered after insert or update or delete or truncate on release_steps
  for each statement execute function tell_of_change();
create trigger registry_steps_remembered after insert or update or delete or truncate on registry_steps
  for each statement execute function tell_of_change();
create trigger calendar_days_remembered after insert or update or delete or truncate on calendar_days
  for each statement execute function tell_of_change();

-- A new one is remembered by nobody; when one was last used is written every few minutes and may be old.
create trigger sessions_remembered after update of expires_at, user_id, password_only or delete or truncate on sessions
  for each statement execute function tell_of_change();
create trigger api_tokens_remembered
  after update of expires_at, revoked_at, user_id, scope or delete or truncate on api_tokens
  for each statement execute function tell_of_change();
