-- How often a person has queued the delivery again. Its job carries the number: the one that still waits from before ends
-- without an attempt, instead of using up the attempts of the new one.
alter table deliveries add column generation integer not null default 0;

create or replace view shared_deliveries as
select id, at, attempts, copied, entity, entity_id, event_id, file_id, idcomp, kind, last_error, letter_id,
  state, target, needless, repeated_at, is_named, generation
from deliveries;
