-- PostgreSQL does not know these zones, or reads an offset's sign the other way: every statement that reads when a day of
-- such a company is over failed, for all companies. They live by the installation's zone until one is chosen.
-- Reason: one row for each company, and nobody waits for the few that change.
update company_calendars set zone = null, version = version + 1
where zone is not null and lower(zone) not in (select lower(name) from pg_timezone_names);
