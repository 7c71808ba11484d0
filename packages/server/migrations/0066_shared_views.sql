-- What a room lets other rooms read of its tables: shared_<table>, read by the rooms after it (docs/decisions/0055).
-- Each is one table, some of its columns and every row, so that a query over it is planned as one over the table.
-- A column more stands at the end: `create or replace view`.

-- Of the platform.
create view shared_events as
select id, kind, entity, entity_id, data, user_id, at
from events;

create view shared_history as
select id, address, after, at, before, entity, entity_id, field, note, title, user_id, via
from history;

-- auth: people without what they sign in by.
create view shared_users as
select id, login, name, email, "isRivc", "isAdmin", idcomp, is_blocked, can_enter_registry,
  can_create_registry, created_at, deleted_at, version, password_hash is not null as has_password
from users;

create view shared_sessions as
select user_id, last_seen_at
from sessions;

create view shared_second_factors as
select id, user_id, name
from second_factors;

create view shared_corporate_identities as
select user_id, provider, subject, last_used_at
from corporate_identities;

-- catalog
create view shared_companies as
select created_at, deleted_at, idcomp, namecomp, version
from companies;

create view shared_systems as
select deleted_at, idsys, namesys, "order", version
from systems;

create view shared_modules as
select deleted_at, idmod, idsys, namemod, "order", version
from modules;

create view shared_company_modules as
select idcomp, idmod
from company_modules;

create view shared_calendar_days as
select day, minutes, name
from calendar_days;

-- deliveries
create view shared_deliveries as
select id, at, attempts, copied, entity, entity_id, event_id, file_id, idcomp, kind, last_error, letter_id,
  state, target
from deliveries;

-- files
create view shared_files as
select id, deleted_at, file_name, sha256, size, storage_key, uploaded, uploaded_by, version
from files;

create view shared_file_downloads as
select id, at, file_id, sent, user_id
from file_downloads;

-- requests
create view shared_requests as
select id, author_id, backlog_priority, backlog_title, backlog_version, created_at, deleted_at, description,
  description_version, e_title, idcomp, idmod, "inBacklog", "isPaid", "isSolo", planned_time, priority,
  release_id, search_text, status_id, text, type_id, updated_at, urgency, version
from requests;

-- releases
create view shared_releases as
select id, author_id, comment, created_at, deleted_at, description, is_visible_for_client, plan_date,
  planned_time, published_at, search_text, short_description, start_date, step_id, terms, title, updated_at,
  version
from releases;

create view shared_release_companies as
select idcomp, release_id
from release_companies;

create view shared_release_modules as
select idmod, release_id
from release_modules;

create view shared_release_users as
select release_id, user_id
from release_users;

create view shared_release_steps as
select id, hidden_at, kind, name_step, "order", version
from release_steps;

create view shared_not_publishing_list as
select at, idcomp, reason, release_id, user_id
from not_publishing_list;

-- agreements
create view shared_agreements as
select id, author_id, by_client, by_rivc, cancel_reason, company_id, created_at, deleted_at,
  "isPublishedOnTestEnv", "recipientsExtra", release_id, "releaseDate", "releaseTime", remark, sent_at,
  updated_at, version
from agreements;

create view shared_agreement_offers as
select id, address, agreement_id, answer, answered_at, answered_by, created_at, reason, "releaseDate",
  "releaseTime", state, user_id
from agreement_offers;

create view shared_agreement_recipients as
select agreement_id, user_id
from agreement_recipients;

create view shared_company_escalations as
select company_id, deputy_id, head_id
from company_escalations;

-- publications
create view shared_publications as
select id, author_id, created_at, deleted_at, text
from publications;

create view shared_publication_releases as
select id, idx, "notPublishingList", publication_id, reason, release_id
from publication_releases;

create view shared_publication_recipients as
select publication_id, user_id
from publication_recipients;

-- registry
create view shared_registry_entries as
select id, number, title, idcomp, author_id, step_id, deleted_at
from registry_entries;

create view shared_registry_comments as
select id, comment, created_at, entry_id, side, user_id
from registry_comments;

create view shared_registry_steps as
select id, hidden_at, name, "order", version
from registry_steps;

-- planning
create view shared_freezes as
select id, author_id, created_at, date_from, date_to, idcomp, reason
from freezes;

-- letters
create view shared_letters as
select id, event_id, entity, entity_id, kind, subject, created_at
from letters;
