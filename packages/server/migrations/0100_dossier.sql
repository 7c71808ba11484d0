-- What a dossier is made of (docs/decisions/0085): the chain itself is platform's, the rest are views.

create view shared_scopes as
select sha256, format, body
from scopes;

create view shared_scope_decisions as
select id, agreement_id, "from", "to", kind, reason, "by", at
from scope_decisions;

create view shared_test_results as
select id, agreement_id, request_id, build, verdict, comment, user_id, address, on_behalf, at
from test_results;

create view shared_publication_receipts as
select publication_release_id, idcomp, kind, user_id, at
from publication_receipts;

create view shared_publication_checks as
select publication_id, file_id, user_id, at
from publication_checks;

create view dossier_fetches as
select file_id, idcomp, at
from fetched_files;

create or replace view shared_letters as
select id, event_id, entity, entity_id, kind, subject, created_at, html, text
from letters;

create or replace view shared_agreements as
select id, author_id, by_client, by_rivc, cancel_reason, company_id, created_at, deleted_at,
  "isPublishedOnTestEnv", "recipientsExtra", release_id, "releaseDate", "releaseTime", remark, sent_at,
  updated_at, version, agreed_sha, accepted_sha, told_sha,
  coalesce(calendar_sequence, version) as calendar_sequence, frozen_sha
from agreements;

-- Letters that went out about a release and a company, and to whom.
create view dossier_letters as
select whose.release_id, whose.company_id, delivery.letter_id, delivery.target, delivery.state, delivery.at
from chains_for_deliveries as whose
join shared_deliveries as delivery on delivery.id = whose.delivery_id
where delivery.letter_id is not null and delivery.state <> 'queued';

-- Scopes that a company was told of, agreed to or had settled.
create view dossier_scopes as
select agreement.release_id, agreement.company_id, named.sha256
from shared_agreements as agreement
cross join lateral (
  values (agreement.agreed_sha), (agreement.accepted_sha), (agreement.told_sha), (agreement.frozen_sha)) as named(sha256)
where named.sha256 is not null
union
select agreement.release_id, agreement.company_id, named.sha256
from shared_scope_decisions as decision
join shared_agreements as agreement on agreement.id = decision.agreement_id
cross join lateral (values (decision."from"), (decision."to")) as named(sha256)
where named.sha256 is not null;

-- Who acted in which chain.
create view history_for_dossier as
select chain, field, user_id
from history;

-- Chains of a release.
insert into installation as known (key, value) values ('deferred_ddl', '[
  "CREATE INDEX chain_heads_by_release ON chain_heads (release_id)"]')
on conflict (key) do update set value = known.value || excluded.value;
