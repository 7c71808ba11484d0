-- What becomes of a remark about an agreement belongs to the chain of its release and company (docs/decisions/0063).
create or replace view chained_for_platform as
select 'agreement' as entity, id as entity_id, release_id, company_id
from agreements
union all
select 'thread', thread.id, agreement.release_id, agreement.company_id
from threads as thread
join agreements as agreement on agreement.id = thread.agreement_id;
