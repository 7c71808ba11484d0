-- Why a date stands that the company's calendar, or another installation, speaks against; empty of one that fits.
alter table agreements add column against_reason text not null default '';
alter table agreements add constraint agreements_against_reason_length check (length(against_reason) <= 2000) not valid;

insert into installation as known (key, value) values ('deferred_ddl', '[
  "alter table agreements validate constraint agreements_against_reason_length"]')
on conflict (key) do update set value = known.value || excluded.value;
