-- Whom the company's directory has named by SCIM 2.0, and the groups that give them rights (docs/decisions/0114).
create table scim_people (
  id uuid constraint scim_people_pk primary key,
  -- The account; null until a group gives rights.
  user_id integer constraint scim_people_user_fk references users constraint scim_people_user_once unique,
  external_id text constraint scim_people_external_length check (length(external_id) between 1 and 255),
  user_name text not null constraint scim_people_name_length check (length(user_name) between 1 and 100),
  -- displayName, name and emails as the directory says them.
  attributes jsonb not null,
  active boolean not null,
  -- Groups have given rights at least once: an account that was there before is left as it is until then.
  has_entered boolean not null default false,
  -- The account is blocked because the directory says so; a block by an administrator is theirs.
  is_shut boolean not null default false,
  -- Why groups give what cannot be given.
  problem text constraint scim_people_problem check (problem in ('other_side', 'no_company', 'login_taken', 'further')),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  version integer not null default 1,
  -- Forgotten by the directory: whom it names again by the same key is the same person.
  gone_at timestamptz
);
create unique index scim_people_external_once on scim_people (external_id) where gone_at is null;
create unique index scim_people_name_once on scim_people (lower(user_name)) where gone_at is null;

create table scim_groups (
  id uuid constraint scim_groups_pk primary key,
  external_id text constraint scim_groups_external_length check (length(external_id) between 1 and 255),
  display_name text not null constraint scim_groups_name_length check (length(display_name) between 1 and 250),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  version integer not null default 1
);
create unique index scim_groups_name_once on scim_groups (lower(display_name));
create unique index scim_groups_external_once on scim_groups (external_id);

create table scim_members (
  group_id uuid not null constraint scim_members_group_fk references scim_groups on delete cascade,
  person_id uuid not null constraint scim_members_person_fk references scim_people on delete cascade,
  constraint scim_members_pk primary key (group_id, person_id)
);
create index scim_members_by_person on scim_members (person_id);

-- Who is kept by the directory: rights are not asked of groups at a sign-in, and nobody changes by hand what it says.
create view scim_people_for_auth as
select user_id, external_id, gone_at from scim_people;
create view scim_people_for_administration as
select user_id, external_id, is_shut, gone_at from scim_people;

-- When a directory spoke last.
create view shared_api_tokens as
select id, user_id, scope, last_used_at, revoked_at from api_tokens;
