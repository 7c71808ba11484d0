-- A new title, name or clock is noted in many agreements (0312, 0346). Whoever changes several agreements locks them in the
-- order of their ids; these updates wrote them in the order of the table, and one of the two ended in a deadlock.
create or replace function count_title_change() returns trigger language plpgsql as $$
begin
  with locked as materialized (
    select id from agreements where release_id = new.id and deleted_at is null order by id for no key update)
  update agreements as a set calendar_sequence = coalesce(a.calendar_sequence, a.version) + 1, renamed_at = now()
  from locked
  where a.id = locked.id and (a."releaseDate" between '2000-01-01' and '2100-12-31' or a."releaseDate" is null);
  return null;
end $$;

create or replace function count_company_name_change() returns trigger language plpgsql as $$
begin
  with locked as materialized (
    select id from agreements where company_id = new.idcomp and deleted_at is null order by id for no key update)
  update agreements as a set calendar_sequence = coalesce(a.calendar_sequence, a.version) + 1, renamed_at = now()
  from locked
  where a.id = locked.id and a."releaseDate" between '2000-01-01' and '2100-12-31';
  return null;
end $$;

create or replace function note_company_zone_change() returns trigger language plpgsql as $$
begin
  with locked as materialized (
    select id from agreements where company_id = coalesce(new.company_id, old.company_id) and deleted_at is null
    order by id for no key update)
  update agreements as a set renamed_at = now()
  from locked
  where a.id = locked.id and a."releaseDate" between '2000-01-01' and '2100-12-31';
  return null;
end $$;
