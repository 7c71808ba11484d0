-- Charts divide moments into months by the installation's zone (docs/decisions/0006), as lists do that a bar leads to. The
-- zone is kept with the bitmaps: those of another zone are not counted by, but made anew, like those that are missing.
alter table request_segments add column months_in text;

-- The release before makes bitmaps with months in UTC, and leaves the zone as it is. The next release can do without this.
create function forget_zone_of_months() returns trigger language plpgsql as $$
begin
  if new.months_in is not distinct from old.months_in then
    new.months_in = null;
  end if;
  return new;
end
$$;
create trigger months_of_segment_made before update of first_at on request_segments
  for each row execute function forget_zone_of_months();
