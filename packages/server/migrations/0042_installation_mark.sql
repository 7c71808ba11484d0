-- That this database has been a system. It stands outside the schema that a restore replaces and that somebody may
-- have emptied: where it is, nobody's missing tables are taken for a new installation (docs/decisions/0036).
create schema if not exists vypusk;
create table if not exists vypusk.mark (
  one boolean not null default true constraint mark_pk primary key constraint mark_once check (one),
  used_since timestamptz not null,
  -- How often a copy has taken the place of what was here.
  restores integer not null default 0
);
