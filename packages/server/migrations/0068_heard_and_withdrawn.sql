-- What became of a question beyond its approvals (docs/decisions/0059): whether anybody outside was ever asked, which a
-- moved date does not end, and when the question was last withdrawn.
alter table agreements
  add column heard_at timestamptz,
  add column withdrawn_at timestamptz;

-- Of agreements made before, the first moment that anything proves: the date as it was sent last, the first link that was
-- made for an answer, the first letter that asked or told of a move, the first approval of ours in the history. Until it is
-- filled in, one that is sent counts as heard by that alone. Deleted ones come back as not asked and need none.
insert into installation as known (key, value) values ('deferred_ddl', '[
  {"table": "agreements", "key": "id",
   "set": "heard_at = least(sent_at, (select min(t.created_at) from approval_tokens t where t.agreement_id = agreements.id), (select min(l.created_at) from letters l where l.entity = ''agreement'' and l.entity_id = agreements.id and l.kind in (''agreement.sent'', ''agreement.moved'', ''agreement.reminded'')), (select min(h.at) from history h where h.entity = ''agreement'' and h.entity_id = agreements.id and h.field = ''by_rivc'' and h.after = ''true''))",
   "where": "heard_at is null and deleted_at is null and (sent_at is not null or exists (select from approval_tokens t where t.agreement_id = agreements.id) or exists (select from letters l where l.entity = ''agreement'' and l.entity_id = agreements.id and l.kind in (''agreement.sent'', ''agreement.moved'', ''agreement.reminded'')) or exists (select from history h where h.entity = ''agreement'' and h.entity_id = agreements.id and h.field = ''by_rivc'' and h.after = ''true'')) and withdrawn_at is null"}]')
on conflict (key) do update set value = known.value || excluded.value;
