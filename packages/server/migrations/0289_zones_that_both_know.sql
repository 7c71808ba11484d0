-- Reason: PostgreSQL does not know these zones, or reads an offset's sign the other way. Every statement that reads when a
-- day of such a company is over failed, for all companies; they live by the installation's zone until one is chosen.
update company_calendars set zone = null, version = version + 1
where zone is not null and lower(zone) not in (select lower(name) from pg_timezone_names);
