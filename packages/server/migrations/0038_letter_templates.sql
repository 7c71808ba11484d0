-- What administrators word anew of the product's letters, by the template's number in the code; null where its own
-- words stand. A row stays when all of them do, for its version.
create table letter_templates (
  id integer constraint letter_templates_pk primary key,
  subject text,
  heading text,
  "text" text,
  button text,
  version integer not null default 0
);

alter table history drop constraint history_entity;
alter table history add constraint history_entity check (entity in (
  'release', 'agreement', 'publication', 'request', 'registry_entry', 'freeze',
  'user', 'company', 'system', 'module', 'release_step', 'registry_step', 'calendar', 'session', 'letter_template'));
