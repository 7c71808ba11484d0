-- Whether the copy has been written to its end and was about to get its own name since it was last to be written anew:
-- only then a file there is what it has left, and not somebody else's.
alter table deliveries add column is_named boolean not null default false;

create or replace view shared_deliveries as
select id, at, attempts, copied, entity, entity_id, event_id, file_id, idcomp, kind, last_error, letter_id,
  state, target, needless, repeated_at, is_named
from deliveries;
