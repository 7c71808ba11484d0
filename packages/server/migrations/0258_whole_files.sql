-- Two broken downloads of the same beginning were added up to a complete file. Now the first byte of each download is
-- kept too; null for downloads before this version, which are added up as before.
alter table file_downloads add column first_byte bigint;

create or replace view shared_file_downloads as
select id, at, file_id, sent, user_id, first_byte
from file_downloads;

-- Who has downloaded all of a file, in one download or in parts that leave no gap, and when.
create view whole_downloads_for_publications as
select log.file_id, log.user_id,
  coalesce(min(log.at) filter (where log.first_byte = 0 and log.sent >= f.size), max(log.at)) as at
from file_downloads as log
join files as f on f.id = log.file_id
where log.first_byte is not null and log.sent is not null
group by log.file_id, log.user_id, f.size
having range_agg(int8range(log.first_byte, log.first_byte + log.sent)) @> int8range(0, f.size)
union all
select log.file_id, log.user_id, min(log.at)
from (
  select log.file_id, log.user_id, log.at, f.size,
    sum(log.sent) over (partition by log.file_id, log.user_id order by log.id) as so_far
  from file_downloads as log
  join files as f on f.id = log.file_id
  where log.first_byte is null
) as log
where log.so_far >= log.size
group by log.file_id, log.user_id;

create or replace view fetched_files as
select got.file_id, got.idcomp, min(got.at) as at
from (
  select whole.file_id, person.idcomp, whole.at
  from whole_downloads_for_publications as whole
  join shared_users as person on person.id = whole.user_id and person.idcomp is not null
  where exists (select from publication_files as linked where linked.file_id = whole.file_id)
  union all
  select checked.file_id, person.idcomp, checked.at
  from publication_checks as checked
  join shared_users as person on person.id = checked.user_id and person.idcomp is not null
) as got
group by got.file_id, got.idcomp;
