-- Entries of calendars say a company's own time, and are over by it: another zone of the company is a later change of them. No moment
-- moves, so their SEQUENCE stays (docs/decisions/0142). Rows with a day of no calendar accept no change (0054).
create function note_company_zone_change() returns trigger language plpgsql as $$
begin
  update agreements set renamed_at = now()
  where company_id = coalesce(new.company_id, old.company_id) and deleted_at is null
    and "releaseDate" between '2000-01-01' and '2100-12-31';
  return null;
end $$;
create trigger company_calendars_zone_come
  after insert on company_calendars
  for each row when (new.zone is not null) execute function note_company_zone_change();
create trigger company_calendars_zone_change
  after update of zone on company_calendars
  for each row when (new.zone is distinct from old.zone) execute function note_company_zone_change();
create trigger company_calendars_zone_gone
  after delete on company_calendars
  for each row when (old.zone is not null) execute function note_company_zone_change();
