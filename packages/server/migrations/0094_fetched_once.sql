-- A file stands in as many publications as handed it over, and each of them counted what was sent of it anew: half of a
-- file in two publications stood as fetched. What was sent of a file is counted once, however often it was handed over.
create or replace view fetched_files as
select log.file_id, log.idcomp, min(log.at) as at
from (
  select log.file_id, person.idcomp, log.at, f.size,
    sum(log.sent) over (partition by log.file_id, person.idcomp, log.user_id order by log.id) as so_far
  from shared_file_downloads as log
  join shared_users as person on person.id = log.user_id and person.idcomp is not null
  join shared_files as f on f.id = log.file_id
  where exists (select from publication_files as linked where linked.file_id = log.file_id)
) as log
where log.so_far >= log.size
group by log.file_id, log.idcomp;
