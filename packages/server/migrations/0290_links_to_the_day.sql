-- Letters that wait for an answer named a day by which it is wanted, and their links, valid for 30 days, might not live to
-- see it. Links live until the installation day is over everywhere.
-- Reason: only links of dates more than a month after their letter are rewritten, and those are read rarely.
update approval_tokens as link
set expires_at = (agreement."releaseDate"::timestamp + interval '36 hours') at time zone 'UTC'
from agreements as agreement
where agreement.id = link.agreement_id and link.revoked_at is null
  and link.expires_at < (agreement."releaseDate"::timestamp + interval '36 hours') at time zone 'UTC';
