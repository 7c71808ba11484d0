-- Staff's calendars name the company as well, so that its new name is news like a new title. Calendar programs also compare
-- when an entry was last changed: both renames are remembered. Rows with a day of no calendar accept no change (0054), and must not
-- keep a release or a company from being renamed.
alter table agreements add column renamed_at timestamptz;

create or replace function count_title_change() returns trigger language plpgsql as $$
begin
  update agreements set calendar_sequence = coalesce(calendar_sequence, version) + 1, renamed_at = now()
  where release_id = new.id and deleted_at is null
    and ("releaseDate" between '2000-01-01' and '2100-12-31' or "releaseDate" is null);
  return null;
end $$;

create function count_company_name_change() returns trigger language plpgsql as $$
begin
  update agreements set calendar_sequence = coalesce(calendar_sequence, version) + 1, renamed_at = now()
  where company_id = new.idcomp and deleted_at is null
    and "releaseDate" between '2000-01-01' and '2100-12-31';
  return null;
end $$;
create trigger companies_calendar_change
  after update of namecomp on companies
  for each row when (new.namecomp is distinct from old.namecomp) execute function count_company_name_change();
