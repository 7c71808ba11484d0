-- What a change of a release or an agreement took back, and what it can be taken back by (docs/decisions/0059).

-- Why a company is on the list: `reason` stays among staff, this one is told to the company.
alter table not_publishing_list add column client_reason text;

create or replace view shared_not_publishing_list as
select at, idcomp, reason, release_id, user_id, client_reason
from not_publishing_list;

-- A letter of a consequence waits until then and may be taken back; null once it may go.
alter table letters add column held_until timestamptz;

create table agreement_withdrawals (
  id integer generated always as identity constraint agreement_withdrawals_pk primary key,
  -- The event of the change; all that one act took back have the same.
  act_id bigint not null constraint agreement_withdrawals_act_fk references events,
  -- The event its letters tell of; null where nobody had to be told.
  event_id bigint constraint agreement_withdrawals_event_fk references events,
  agreement_id integer not null constraint agreement_withdrawals_agreement_fk references agreements,
  change text not null,
  -- What was told to the company.
  reason text not null default '',
  -- The agreement, its offer and its links as they were.
  was jsonb not null,
  -- The agreement's version afterwards: a later change cannot be undone past.
  version integer not null,
  user_id integer constraint agreement_withdrawals_user_fk references users,
  at timestamptz not null,
  undone_at timestamptz
);
create index agreement_withdrawals_by_act on agreement_withdrawals (act_id);
create index agreement_withdrawals_by_agreement on agreement_withdrawals (agreement_id, id desc);
create index agreement_withdrawals_by_user on agreement_withdrawals (user_id, at desc) where undone_at is null;

-- Letters that wait are nobody's to send again.
create or replace view letters_for_deliveries as
select id, subject, held_until
from letters;

insert into installation as known (key, value) values ('deferred_ddl', '[
  "CREATE INDEX letters_held ON letters (held_until) WHERE held_until IS NOT NULL"]')
on conflict (key) do update set value = known.value || excluded.value;
