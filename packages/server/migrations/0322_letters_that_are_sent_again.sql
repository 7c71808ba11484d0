-- When a person last sent a letter again that had been sent and did not arrive: its Message-ID is told apart by this from
-- that of the first one, as whose duplicate it would be discarded. A moment and not a number of times: after a restore a
-- number would come again.
alter table deliveries add column repeated_at timestamptz;

create or replace view shared_deliveries as
select id, at, attempts, copied, entity, entity_id, event_id, file_id, idcomp, kind, last_error, letter_id,
  state, target, needless, repeated_at
from deliveries;
