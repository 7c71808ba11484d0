-- Somebody who belongs to several companies has an account for each: the one they sign in by, and one more of every other
-- company, with rights, notices and settings of its own (docs/decisions/0100).
alter table users
  -- The account that is signed in by; null of that account itself.
  add column person_id integer constraint users_person_fk references users,
  -- Which of the accounts was looked at last; null: the one that is signed in by.
  add column chosen_id integer constraint users_chosen_fk references users,
  add constraint users_person_is_client check (person_id is null or (not "isRivc" and password_hash is null and chosen_id is null));
create unique index users_person_company_once on users (person_id, idcomp) where person_id is not null;
-- Of another company's account is a foreign key looked for when a person goes.
create index users_by_chosen on users (chosen_id) where chosen_id is not null;

create or replace view shared_users as
select id, login, name, email, "isRivc", "isAdmin", idcomp, is_blocked, can_enter_registry,
  can_create_registry, created_at, deleted_at, version, password_hash is not null as has_password, can_edit_calendar, person_id
from users;

-- For which company a letter of a publication is: one address may belong to people of several.
alter table letters add column idcomp integer;
