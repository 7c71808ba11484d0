-- A new title, name or clock is noted in many agreements (0312, 0346). Whoever changes several agreements locks them in the
-- order of their ids; these updates wrote them in the order of the table, and one of the two ended in a deadlock.
create or replace function count_title_change() returns trigger language plpgsql as $$
begin
  perform from agreements where release_id = new.id and deleted_at is null order by id for no key update;
  update agreements set calendar_sequence = coalesce(calendar_sequence, version) + 1, renamed_at = now()
  where release_id = new.id and deleted_at is null
    and ("releaseDate" between '2000-01-01' and '2100-12-31' or "releaseDate" is null);
  return null;
end $$;

create or replace function count_company_name_change() returns trigger language plpgsql as $$
begin
  perform from agreements where company_id = new.idcomp and deleted_at is null order by id for no key update;
  update agreements set calendar_sequence = coalesce(calendar_sequence, version) + 1, renamed_at = now()
  where company_id = new.idcomp and deleted_at is null
    and "releaseDate" between '2000-01-01' and '2100-12-31';
  return null;
end $$;

create or replace function note_company_zone_change() returns trigger language plpgsql as $$
begin
  perform from agreements
  where company_id = coalesce(new.company_id, old.company_id) and deleted_at is null
  order by id for no key update;
  update agreements set renamed_at = now()
  where company_id = coalesce(new.company_id, old.company_id) and deleted_at is null
    and "releaseDate" between '2000-01-01' and '2100-12-31';
  return null;
end $$;
