-- Versions of a file may be said to be releases here.
alter table import_values drop constraint import_values_field;
alter table import_values add constraint import_values_field
  check (field in ('status', 'type', 'priority', 'urgency', 'isPaid', 'company', 'module', 'author', 'version'))
  not valid;
insert into installation as known (key, value) values ('deferred_ddl', '[
  "alter table import_values validate constraint import_values_field"]')
on conflict (key) do update set value = known.value || excluded.value;
