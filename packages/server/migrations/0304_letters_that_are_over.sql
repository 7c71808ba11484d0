-- The address that a person's link was sent to: whoever has a former mailbox must not answer in the person's name. Links
-- of former versions do not know it.
alter table approval_tokens add column sent_to text;

-- A letter that was not sent because there is nothing left to say: nobody has to act on it.
alter table deliveries add column needless boolean not null default false;

create or replace view shared_deliveries as
select id, at, attempts, copied, entity, entity_id, event_id, file_id, idcomp, kind, last_error, letter_id,
  state, target, needless
from deliveries;

-- Nobody answers a date that was offered for a release which its company has got (docs/decisions/0149).
-- Reason: only open offers are read, and there are few of them.
with late as (
  update agreement_offers as o set state = 'lapsed', answered_at = now()
  from agreements as a
  join handed_to as handed on handed.release_id = a.release_id and handed.idcomp = a.company_id
  where o.agreement_id = a.id and o.state = 'open'
  returning o.agreement_id)
update notices as n set read_at = now(), settled_at = now()
from late
where n.entity = 'agreement' and n.entity_id = late.agreement_id and n.matter = 'offer' and n.read_at is null;
