-- Reason: letters that are on their way to an answer named a day by which it is wanted that their links, valid for 30
-- days, did not live to see; links now live until the installation day is over everywhere.
update approval_tokens as link
set expires_at = (agreement."releaseDate"::timestamp + interval '36 hours') at time zone 'UTC'
from agreements as agreement
where agreement.id = link.agreement_id and link.revoked_at is null
  and link.expires_at < (agreement."releaseDate"::timestamp + interval '36 hours') at time zone 'UTC';
