-- Releases also need to know who was asked before the date was moved and waits to be asked again.
create or replace view agreements_for_releases as
select id, release_id, company_id, by_rivc, by_client, remark, "isPublishedOnTestEnv", "recipientsExtra",
  "releaseDate", "releaseTime", cancel_reason, sent_at, created_at, updated_at, deleted_at, version, heard_at
from agreements;
