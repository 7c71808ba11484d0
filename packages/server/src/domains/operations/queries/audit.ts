import { sql } from 'kysely'
import type { audit } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import { inRussianOrder } from '../../../platform/sql.ts'
import { presentTitle } from '../../../platform/history.ts'
import { statement } from '../../../platform/statement.ts'
import { subjectsOf } from '../../letters/port.ts'
import { filtersOf, holding, narrowed, ofPeople } from './audit-filter.ts'
import { placesOf } from './audit-places.ts'

type Row = audit.AuditRow
/** The current name of a record's thing; empty for deleted things. */
const THING = sql<string>`coalesce(case
  when h.entity in ('user', 'session') then (select u.name from shared_users as u where u.id = h.entity_id)
  when h.entity = 'company' then (select c.namecomp from shared_companies as c where c.idcomp = h.entity_id)
  when h.entity = 'system' then (select s.namesys from shared_systems as s where s.idsys = h.entity_id)
  when h.entity = 'module' then (select m.namemod from shared_modules as m where m.idmod = h.entity_id)
  when h.entity = 'release_step' then (select s.name_step from shared_release_steps as s where s.id = h.entity_id)
  when h.entity = 'registry_step' then (select s.name from shared_registry_steps as s where s.id = h.entity_id)
  when h.entity = 'request_status' then (select s.name from shared_request_statuses as s where s.id = h.entity_id)
  when h.entity = 'request_type' then (select t.name from shared_request_types as t where t.id = h.entity_id)
  when h.entity = 'freeze' then (select f.reason from shared_freezes as f where f.id = h.entity_id)
  when h.entity = 'webhook' then (select w.host from shared_webhooks as w where w.id = h.entity_id)
  when h.entity = 'tracker' then (select t.name from shared_trackers as t where t.id = h.entity_id)
  when h.entity = 'thread' then (
    select left(e.text, 200) from shared_entries as e where e.thread_id = h.entity_id order by e.id limit 1)
  else (select t.title from things as t where t.entity = h.entity and t.entity_id = h.entity_id) end, '')`

/** Adds the subjects of letters, which are in the code and in the administrators' wordings. */
async function withSubjects(db: Db, rows: Row[]): Promise<Row[]> {
  if (!rows.some(({ entity }) => entity === 'letter_template')) return rows
  const subjects = await subjectsOf(db)
  return rows.map((row) =>
    row.entity === 'letter_template' ? { ...row, thing: subjects.get(row.entity_id) ?? '' } : row,
  )
}

const rowsOf = statement(
  (_, { ids }: { ids: number[] }) => sql<Row>`
    select h.id, h.at, h.entity, h.entity_id, h.field, h.title, h.before, h.after, h.via, h.note, ${THING} as thing,
      jsonb_build_object('id', coalesce(h.user_id, 0), 'name', coalesce(u.name, h.address, '')) as user
    from shared_history as h left join shared_users as u on u.id = h.user_id
    where h.id = any(${ids}::bigint[]) order by h.at desc, h.id desc`,
)

/** The records with these ids, latest first. */
export const auditRows = async (db: Db, ids: number[]): Promise<Row[]> =>
  withSubjects(
    db,
    (await rowsOf.all(db, { ids })).map((row) => ({ ...row, title: presentTitle(row.entity, row) })),
  )

/** One page of the log. */
export async function listAudit(db: Db, query: audit.AuditQuery) {
  const found = await placesOf(db, filtersOf(query), query.per_page + 1)
  const shown = found.slice(0, query.per_page)
  const last = shown.at(-1)
  const next = found.length > shown.length && last ? { at: last.at, id: last.id } : null
  const ids = shown.map(({ id }) => id)
  return { data: ids.length > 0 ? await auditRows(db, ids) : [], next }
}

/** The ids of all records that match the filters, latest first. */
export function wholeAudit(db: Db, query: audit.AuditQuery) {
  const filters = filtersOf(query)
  return db
    .selectFrom('shared_history as h')
    .select('h.id')
    .where('h.entity', 'in', filters.kinds)
    .where(narrowed(filters))
    .where(ofPeople(filters))
    .where(holding(filters))
    .orderBy('h.at', 'desc')
    .orderBy('h.id', 'desc')
}

export const auditPeople = statement((db) =>
  db
    .selectFrom('shared_users as u')
    .leftJoin('shared_companies as c', 'c.idcomp', 'u.idcomp')
    .select(['u.id', 'u.name', 'c.namecomp as company'])
    .orderBy('u.isRivc', 'desc')
    .orderBy(inRussianOrder('u.name'))
    .orderBy('u.id'),
)
