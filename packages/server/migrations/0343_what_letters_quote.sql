-- What a letter quotes, because it may be withdrawn while the letter waits: the entries, and of a daily letter its notices,
-- with the day that it is for.
alter table letters
  add column entry_ids integer[],
  add column notice_ids integer[],
  add column day date;

-- For the room of letters, which comes before the notices and writes a daily letter again from them.
create view notices_for_letters as
select id, user_id, entity, entity_id, text, read_at
from notices;
