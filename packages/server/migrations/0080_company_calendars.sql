-- When a company is there, and when a release may be installed at it: its own zone, working and installing hours.
-- A company without a row lives by the installation's zone and the production calendar.
alter table users add column can_edit_calendar boolean not null default false;

create or replace view shared_users as
select id, login, name, email, "isRivc", "isAdmin", idcomp, is_blocked, can_enter_registry,
  can_create_registry, created_at, deleted_at, version, password_hash is not null as has_password, can_edit_calendar
from users;

create table company_calendars (
  company_id integer constraint company_calendars_pk primary key
    constraint company_calendars_company_fk references companies,
  -- Null: the installation's.
  zone text constraint company_calendars_zone_length check (length(zone) between 1 and 64),
  -- [{"weekday": 0 for Monday, "from": "09:00", "to": "18:00"}], no two of a weekday touching.
  working jsonb not null,
  -- The same; null: at any hour.
  installing jsonb,
  version integer not null default 1,
  updated_by integer not null constraint company_calendars_person_fk references users,
  updated_at timestamptz not null
);

create view shared_company_calendars as
select company_id, zone, working, installing
from company_calendars;
