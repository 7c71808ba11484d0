-- Days that people enter lie from 2000 to 2100: what counts or lists days ends there (docs/decisions/0040).

create function pg_temp.is_known(day date) returns boolean immutable language sql
  as $$ select coalesce(day between '2000-01-01' and '2100-12-31', true) $$;

-- A year of two digits, typed where four were meant, is certain. Nothing else is.
create function pg_temp.mended(day date) returns date immutable language sql
  as $$ select case when day between '0001-01-01' and '0099-12-31' then (day + interval '2000 years')::date else day end $$;

create temporary table mended_days on commit drop as
  select 'release' as entity, id, 'start_date' as field, 'Дата начала' as title, start_date as before,
      pg_temp.mended(start_date) as after
    from releases where pg_temp.mended(plan_date) >= pg_temp.mended(start_date)
  union all
  select 'release', id, 'plan_date', 'Плановая дата', plan_date, pg_temp.mended(plan_date)
    from releases where pg_temp.mended(plan_date) >= pg_temp.mended(start_date)
  union all
  select 'agreement', id, 'releaseDate', 'Дата установки', "releaseDate", pg_temp.mended("releaseDate") from agreements
  union all
  select 'registry_entry', id, 'due_date', 'Срок', due_date, pg_temp.mended(due_date) from registry_entries
  union all
  select 'freeze', id, 'date_from', 'С', date_from, pg_temp.mended(date_from)
    from freezes where pg_temp.mended(date_to) >= pg_temp.mended(date_from)
  union all
  select 'freeze', id, 'date_to', 'По', date_to, pg_temp.mended(date_to)
    from freezes where pg_temp.mended(date_to) >= pg_temp.mended(date_from);
delete from mended_days where before is not distinct from after;

insert into history (entity, entity_id, field, title, before, after, address, via, note, at)
select entity, id, field, title, to_jsonb(before), to_jsonb(after), 'Обновление системы', 'console',
    'Год был записан двумя цифрами', now()
  from mended_days;

update releases set start_date = pg_temp.mended(start_date), plan_date = pg_temp.mended(plan_date)
  where id in (select id from mended_days where entity = 'release');
update agreements set "releaseDate" = pg_temp.mended("releaseDate")
  where id in (select id from mended_days where entity = 'agreement');
update registry_entries set due_date = pg_temp.mended(due_date)
  where id in (select id from mended_days where entity = 'registry_entry');
update freezes set date_from = pg_temp.mended(date_from), date_to = pg_temp.mended(date_to)
  where id in (select id from mended_days where entity = 'freeze');
update planning_changes set start_date = pg_temp.mended(start_date), plan_date = pg_temp.mended(plan_date)
  where (start_date < '0100-01-01' or plan_date < '0100-01-01')
    and pg_temp.mended(plan_date) >= pg_temp.mended(start_date);
update agreement_offers set "releaseDate" = pg_temp.mended("releaseDate") where "releaseDate" < '0100-01-01';
update calendar_days old set day = pg_temp.mended(day)
  where day < '0100-01-01' and not exists (select from calendar_days other where other.day = pg_temp.mended(old.day));
-- Nobody installs on such a day, and what waits for an answer could not be answered any more.
update agreement_offers set state = 'lapsed', answered_at = now() where state = 'open' and not pg_temp.is_known("releaseDate");

-- Whatever is left stays as it is, readable, until somebody who knows better changes it: `npm run admin -- --check-data`
-- lists it. Names end in _in_calendar, by which a restore and that list find them.
alter table releases add constraint releases_start_date_in_calendar
  check (start_date between '2000-01-01' and '2100-12-31') not valid;
alter table releases add constraint releases_plan_date_in_calendar
  check (plan_date between '2000-01-01' and '2100-12-31') not valid;
alter table agreements add constraint agreements_date_in_calendar
  check ("releaseDate" between '2000-01-01' and '2100-12-31') not valid;
alter table agreement_offers add constraint agreement_offers_date_in_calendar
  check ("releaseDate" between '2000-01-01' and '2100-12-31') not valid;
alter table registry_entries add constraint registry_entries_due_date_in_calendar
  check (due_date between '2000-01-01' and '2100-12-31') not valid;
alter table freezes add constraint freezes_date_from_in_calendar
  check (date_from between '2000-01-01' and '2100-12-31') not valid;
alter table freezes add constraint freezes_date_to_in_calendar
  check (date_to between '2000-01-01' and '2100-12-31') not valid;
alter table planning_changes add constraint planning_changes_start_date_in_calendar
  check (start_date between '2000-01-01' and '2100-12-31') not valid;
alter table planning_changes add constraint planning_changes_plan_date_in_calendar
  check (plan_date between '2000-01-01' and '2100-12-31') not valid;
alter table calendar_days add constraint calendar_days_day_in_calendar
  check (day between '2000-01-01' and '2100-12-31') not valid;

do $$
declare
  one record;
begin
  for one in
    select conrelid::regclass as place, quote_ident(conname) as name from pg_constraint
      where connamespace = current_schema()::regnamespace and conname like '%\_in\_calendar'
  loop
    begin
      execute format('alter table %s validate constraint %s', one.place, one.name);
    exception when check_violation then
      -- It stays for what is written from now on.
      null;
    end;
  end loop;
end $$;
