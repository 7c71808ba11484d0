-- The thing that a notice by letter is about: it is stored under its reader, and while it waits they may lose the thing.
alter table letters
  add column about_entity text,
  add column about_id integer;

-- For the room of letters, which comes before the notices and sends them.
create view told_things_for_letters as
select entity, entity_id, title, companies
from told_things;
