-- A release says of its companies' dates what lists of agreements say: that one was withdrawn.
create or replace view agreements_for_releases as
select id, release_id, company_id, by_rivc, by_client, remark, "isPublishedOnTestEnv", "recipientsExtra",
  "releaseDate", "releaseTime", cancel_reason, sent_at, created_at, updated_at, deleted_at, version, heard_at,
  withdrawn_at, is_date_withdrawn and "releaseDate" is not null as date_withdrawn
from agreements;
