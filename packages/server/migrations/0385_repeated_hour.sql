-- The moment that a wall time means, as `momentOf` of the contract computes it: of the hour that the clocks repeat in
-- autumn the first, of which `at time zone` takes the second. The moment a day later than the same time of the day before
-- is the first one; where it shows another time, there is only one. Not in SQL, because it would not be inlined.
create function moment_of(wall timestamp, zone text) returns timestamptz
language plpgsql immutable strict parallel safe as $$
declare
  earlier timestamptz := ((wall - interval '1 day') at time zone zone) + interval '24 hours';
begin
  return case when earlier at time zone zone = wall then earlier else wall at time zone zone end;
end $$;

create or replace function passes_at(day date, time_of_day time, company_zone text) returns timestamptz
language sql stable parallel safe as $$
  select case when time_of_day is not null
    then moment_of(day + time_of_day, current_setting('TimeZone'))
    else moment_of((day + 1)::timestamp, coalesce(company_zone, current_setting('TimeZone')))
  end
$$;
