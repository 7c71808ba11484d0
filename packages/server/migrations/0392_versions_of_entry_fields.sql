-- As with requests (see 0003_requests.sql and 0383_own_version_of_requests.sql): field_versions keeps, by column, the version
-- at the last write, so that a save is refused only for a field that somebody else has written meanwhile. It is null as long
-- as no field has been written, and then counts as the version of the whole entry: rows are not written by this migration.
alter table registry_entries add column field_versions jsonb;

-- A trigger, since processes of the release before, which answer beside this one, write these columns too.
create function note_field_versions() returns trigger language plpgsql as $$
declare
  was jsonb := to_jsonb(old);
begin
  select coalesce(old.field_versions, jsonb_object_agg(field.key, old.version))
    || coalesce(jsonb_object_agg(field.key, new.version) filter (where field.value is distinct from was -> field.key), '{}')
  into new.field_versions
  from jsonb_each(to_jsonb(new)) as field
  where field.key in ('idcomp', 'request_id', 'title', 'description', 'step_id', 'priority', 'responsible_id', 'boss_id',
    'due_date', 'planned_time');
  return new;
end
$$;
create trigger registry_entries_field_versions before update of idcomp, request_id, title, description, step_id, priority,
  responsible_id, boss_id, due_date, planned_time on registry_entries
  for each row
  when (old.version <> new.version)
  execute function note_field_versions();
