-- What each person opened lately, for the search over everything. A thing of any kind: no key leads to it, and what
-- is deleted or no longer the person's to know of is left out when it is read.
create table opened_things (
  user_id integer not null constraint opened_things_user_fk references users on delete cascade,
  kind text not null constraint opened_things_kind check (
    kind in ('request', 'release', 'agreement', 'publication', 'registry_entry', 'company', 'person')),
  thing_id integer not null,
  at timestamptz not null,
  constraint opened_things_pk primary key (user_id, kind, thing_id)
);
create index opened_things_by_person on opened_things (user_id, at);
-- What a person changed lately.
create index history_by_person on history (user_id, id);
