-- What administrators keep, changed on a screen: who changed what of it is history like any other.
alter table history drop constraint history_entity;
alter table history add constraint history_entity check (entity in (
  'release', 'agreement', 'publication', 'request', 'registry_entry',
  'user', 'company', 'system', 'module', 'release_step', 'registry_step', 'calendar'));

alter table companies add column version integer not null default 1;

-- "order" is null until somebody places the thing: then it stands after the placed ones, by its name.
alter table systems add column version integer not null default 1;
alter table systems add column "order" integer;
alter table modules add column version integer not null default 1;
alter table modules add column "order" integer;

-- A step that is hidden takes nothing new; what has passed it keeps its name.
alter table release_steps add column version integer not null default 1;
alter table release_steps add column hidden_at timestamptz;
alter table release_steps add constraint release_steps_name_length check (length(trim(name_step)) between 1 and 100);
create unique index release_steps_name_once on release_steps (lower(name_step)) where hidden_at is null;
alter table registry_steps add column version integer not null default 1;
alter table registry_steps add column hidden_at timestamptz;
alter table registry_steps add constraint registry_steps_name_length check (length(trim(name)) between 1 and 100);
create unique index registry_steps_name_once on registry_steps (lower(name)) where hidden_at is null;

-- Links of letters by which a person sets a password: one a person, once, for a while.
create table password_links (
  user_id integer constraint password_links_pk primary key
    constraint password_links_user_fk references users on delete cascade,
  token_hash bytea not null constraint password_links_token_once unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
