-- Programs of the installation that act in their own name: an account that nobody signs in by (docs/decisions/0113).
alter table users add column is_service boolean not null default false;
alter table users add constraint users_service_is_no_person
  check (not is_service or (password_hash is null and email is null and person_id is null and not "isAdmin")) not valid;

create table service_accounts (
  user_id integer constraint service_accounts_pk primary key
    constraint service_accounts_user_fk references users on delete cascade,
  about text not null constraint service_accounts_about_length check (length(about) <= 1000),
  -- What its tokens allow: `directory` opens the way of the company's directory and nothing else.
  scope text not null constraint service_accounts_scope check (scope in ('read', 'write', 'directory')),
  -- When its tokens end, all of them.
  expires_at timestamptz not null
);

alter table api_tokens drop constraint api_tokens_scope;
alter table api_tokens add constraint api_tokens_scope
  check (scope in ('read', 'write', 'admin', 'directory')) not valid;

insert into installation as known (key, value) values ('deferred_ddl', '[
  "alter table users validate constraint users_service_is_no_person",
  "alter table api_tokens validate constraint api_tokens_scope"]')
on conflict (key) do update set value = known.value || excluded.value;

create or replace view shared_users as
select id, login, name, email, "isRivc", "isAdmin", idcomp, is_blocked, can_enter_registry,
  can_create_registry, created_at, deleted_at, version, password_hash is not null as has_password, can_edit_calendar, person_id,
  is_service
from users;
