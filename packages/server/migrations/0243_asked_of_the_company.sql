-- Whoever has moved to another company is no longer asked by the former one, and gets none of its letters: a recipient is staff
-- or of the agreement's company. Substitutes always were.
create or replace view asked_people as
select asked.agreement_id, asked.user_id
from agreement_recipients as asked
join agreements as a on a.id = asked.agreement_id
join shared_users as person on person.id = asked.user_id
where person."isRivc" or person.idcomp = a.company_id
union
select asked.agreement_id, acting.substitute_id
from agreement_recipients as asked
join agreements as a on a.id = asked.agreement_id
join shared_substitutes as acting on acting.user_id = asked.user_id and acting.company_id = a.company_id;
