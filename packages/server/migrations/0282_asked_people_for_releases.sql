-- Whether there is anybody to ask is decided by the people who are asked, substitutes among them, not by the recipients alone.
create view asked_people_for_releases as
select agreement_id, user_id
from asked_people;
