-- Somebody who belongs to several companies has an account for each: the one they sign in by, and one more of every other
-- company, with rights, notices and settings of its own (docs/decisions/0100).
alter table users
  -- The account that is signed in by; null of that account itself.
  add column person_id integer,
  -- Which of the accounts was looked at last; null: the one that is signed in by.
  add column chosen_id integer;
alter table users
  add constraint users_person_fk foreign key (person_id) references users not valid,
  add constraint users_chosen_fk foreign key (chosen_id) references users not valid,
  add constraint users_person_is_client
    check (person_id is null or (not "isRivc" and password_hash is null and chosen_id is null)) not valid;

insert into installation as known (key, value) values ('deferred_ddl', '[
  "CREATE UNIQUE INDEX users_person_company_once ON users USING btree (person_id, idcomp) WHERE (person_id IS NOT NULL)",
  "CREATE INDEX users_by_chosen ON users USING btree (chosen_id) WHERE (chosen_id IS NOT NULL)",
  "alter table users validate constraint users_person_fk",
  "alter table users validate constraint users_chosen_fk",
  "alter table users validate constraint users_person_is_client"]')
on conflict (key) do update set value = known.value || excluded.value;

create or replace view shared_users as
select id, login, name, email, "isRivc", "isAdmin", idcomp, is_blocked, can_enter_registry,
  can_create_registry, created_at, deleted_at, version, password_hash is not null as has_password, can_edit_calendar, person_id
from users;

-- For which company a letter of a publication is: one address may belong to people of several.
alter table letters add column idcomp integer;
