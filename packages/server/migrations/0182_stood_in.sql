-- Who answers about an agreement for somebody who is away: asked for one of its recipients, or of those who are asked after them,
-- and not in their own right.
create view stood_in as
select a.id as agreement_id, acting.substitute_id as user_id, away.name
from shared_substitutes as acting
join agreements as a on a.company_id = acting.company_id
join shared_users as away on away.id = acting.user_id
where (exists (
    select from agreement_recipients as asked where asked.agreement_id = a.id and asked.user_id = acting.user_id)
  or exists (
    select from company_escalations as e
    where e.company_id = a.company_id and acting.user_id in (e.deputy_id, e.head_id)))
  and not exists (
    select from agreement_recipients as own where own.agreement_id = a.id and own.user_id = acting.substitute_id);

create view stood_in_for_threads as
select agreement_id, user_id, name
from stood_in;
