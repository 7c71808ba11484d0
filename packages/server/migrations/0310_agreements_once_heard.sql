-- A company that was asked of a hidden release has heard of the date: it keeps reading the agreement when the date is moved
-- or withdrawn. Otherwise nobody is told, and the entry is merely gone from its calendars.
create or replace view open_agreements as
select agreement.id as agreement_id, agreement.release_id, agreement.company_id as idcomp
from agreements as agreement
join releases as release on release.id = agreement.release_id
where agreement.deleted_at is null
  and release.deleted_at is null
  and (release.is_visible_for_client or agreement.by_rivc
    or agreement.heard_at is not null or agreement.withdrawn_at is not null);

-- Releases show a company the same agreements.
create or replace view agreements_for_releases as
select id, release_id, company_id, by_rivc, by_client, remark, "isPublishedOnTestEnv", "recipientsExtra",
  "releaseDate", "releaseTime", cancel_reason, sent_at, created_at, updated_at, deleted_at, version, heard_at,
  withdrawn_at
from agreements;
