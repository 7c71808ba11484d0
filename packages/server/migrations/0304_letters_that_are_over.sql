-- The address that a person's link was sent to: whoever has a former mailbox must not answer in the person's name. Links
-- of former versions do not know it.
alter table approval_tokens add column sent_to text;

-- A letter that was not sent because there is nothing left to say: nobody has to act on it.
alter table deliveries add column needless boolean not null default false;

create or replace view shared_deliveries as
select id, at, attempts, copied, entity, entity_id, event_id, file_id, idcomp, kind, last_error, letter_id,
  state, target, needless
from deliveries;
