-- A letter that tells that a webhook was switched off is not sent once it is on again.
create or replace view webhooks_for_letters as
select id, url, is_active
from webhooks;
