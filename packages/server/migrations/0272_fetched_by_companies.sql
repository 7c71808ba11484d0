-- Nothing says where people were before, so what they did is their present company's.
-- Reason: some fifty thousand rows where a million requests are kept; nobody waits but a download that ends just now.
update file_downloads as log
set idcomp = person.idcomp
from users as person
where person.id = log.user_id and person.idcomp is not null and log.idcomp is null;
-- Reason: fewer rows than downloads, written only when a client compares a file.
update publication_checks as checked
set idcomp = person.idcomp
from users as person
where person.id = checked.user_id and checked.idcomp is null;
-- Reason: fewer rows than downloads, written only when a client first opens a publication.
update publication_openings as opening
set idcomp = person.idcomp
from users as person
where person.id = opening.user_id and opening.idcomp is null;

-- Somebody who has moved compares and opens for the next company too. Checks are looked up by file and company.
alter table publication_checks drop constraint publication_checks_pk;
-- Reason: the release before does not have this table, and it is small.
-- squawk-ignore constraint-missing-not-valid, adding-serial-primary-key-field
alter table publication_checks add constraint publication_checks_pk primary key (file_id, idcomp, publication_id, user_id);
alter table publication_openings drop constraint publication_openings_pk;
-- Reason: the release before does not have this table, and it is small.
-- squawk-ignore constraint-missing-not-valid, adding-serial-primary-key-field
alter table publication_openings add constraint publication_openings_pk primary key (publication_id, idcomp, user_id);

insert into installation as known (key, value) values ('deferred_ddl', '[
  "alter table file_downloads validate constraint file_downloads_company_fk",
  "alter table publication_checks validate constraint publication_checks_company_fk",
  "alter table publication_openings validate constraint publication_openings_company_fk"]')
on conflict (key) do update set value = known.value || excluded.value;

create or replace view shared_file_downloads as
select id, at, file_id, sent, user_id, first_byte, idcomp
from file_downloads;

create or replace view shared_publication_checks as
select publication_id, file_id, user_id, at, idcomp
from publication_checks;

-- Who has downloaded all of a file for a company, in one download or in parts that leave no gap, and when.
create or replace view whole_downloads_for_publications as
select log.file_id, log.user_id,
  coalesce(min(log.at) filter (where log.first_byte = 0 and log.sent >= f.size), max(log.at)) as at, log.idcomp
from file_downloads as log
join files as f on f.id = log.file_id
where log.first_byte is not null and log.sent is not null
group by log.file_id, log.user_id, log.idcomp, f.size
having range_agg(int8range(log.first_byte, log.first_byte + log.sent)) @> int8range(0, f.size)
union all
select log.file_id, log.user_id, min(log.at), log.idcomp
from (
  select log.file_id, log.user_id, log.idcomp, log.at, f.size,
    sum(log.sent) over (partition by log.file_id, log.user_id, log.idcomp order by log.id) as so_far
  from file_downloads as log
  join files as f on f.id = log.file_id
  where log.first_byte is null
) as log
where log.so_far >= log.size
group by log.file_id, log.user_id, log.idcomp;

create or replace view fetched_files as
select got.file_id, got.idcomp, min(got.at) as at
from (
  select whole.file_id, whole.idcomp, whole.at
  from whole_downloads_for_publications as whole
  where whole.idcomp is not null
    and exists (select from publication_files as linked where linked.file_id = whole.file_id)
  union all
  select checked.file_id, checked.idcomp, checked.at
  from publication_checks as checked
) as got
group by got.file_id, got.idcomp;
