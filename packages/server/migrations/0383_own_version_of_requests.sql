-- A third thing to change in a request (see 0003_requests.sql): own_version keeps the version at the last write of what the
-- client asks for. What staff say of the request meanwhile is no conflict for the client.
alter table requests add column own_version integer not null default 0;

-- A trigger, since imports write these fields too, and so do processes of the release before, which answer beside this one.
create function note_own_version() returns trigger language plpgsql as $$
begin
  new.own_version := new.version;
  return new;
end
$$;
create trigger requests_own_version before update of e_title, text, urgency, priority on requests
  for each row
  when ((old.e_title, old.text, old.urgency, old.priority) is distinct from (new.e_title, new.text, new.urgency, new.priority))
  execute function note_own_version();
