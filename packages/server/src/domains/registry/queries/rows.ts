import { sql, type ExpressionBuilder } from 'kysely'
import { jsonBuildObject, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { registry } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import type { DB } from '../../../platform/db-types.gen.ts'
import { refuseWith } from '../../../platform/refusal.ts'
import { statement } from '../../../platform/statement.ts'
import { requestsFor } from '../../requests/port.ts'
import { abilitiesOf, maySee, reasons } from '../policy.ts'
import { commentColumns, isReadable, isUnread } from './comments.ts'
import { entriesFor, readerOf, type Reader } from './scope.ts'
import { oneOf } from '../../../platform/sql.ts'

type Entries = ExpressionBuilder<DB & { e: DB['registry_entries'] }, 'e'>

const commentsOf = (eb: Entries, side: registry.Side, reader: Reader) =>
  eb
    .selectFrom('registry_comments as c')
    .whereRef('c.entry_id', '=', 'e.id')
    .where('c.side', '=', side)
    .where(isReadable(reader))

const countOf = (eb: Entries, side: registry.Side, reader: Reader) =>
  commentsOf(eb, side, reader).select(({ fn }) => fn.countAll<number>().as('count'))

const lastOf = (eb: Entries, side: registry.Side, reader: Reader) =>
  jsonObjectFrom(
    commentsOf(eb, side, reader)
      .innerJoin('shared_users as cu', 'cu.id', 'c.user_id')
      .select((inner) => commentColumns(inner, reader))
      .orderBy('c.id', 'desc')
      .limit(1),
  )

const unreadOf = (eb: Entries, reader: Reader) =>
  eb
    .selectFrom('registry_comments as c')
    .whereRef('c.entry_id', '=', 'e.id')
    .where(isUnread(reader))
    .select(({ fn }) => fn.countAll<number>().as('count'))

const selected = statement((db, { reader, ids }: { reader: Reader; ids: number[] }) =>
  entriesFor(db, reader)
    .where('e.id', '=', oneOf(ids))
    .innerJoin('shared_companies as co', 'co.idcomp', 'e.idcomp')
    .innerJoin('registry_steps as s', 's.id', 'e.step_id')
    .innerJoin('shared_users as a', 'a.id', 'e.author_id')
    // If the request is deleted or the person may no longer see it, the entry is shown without it.
    .leftJoin(requestsFor(db, reader).select(['q.id', 'q.e_title']).as('q'), 'q.id', 'e.request_id')
    .leftJoin('shared_users as p', 'p.id', 'e.responsible_id')
    .leftJoin('shared_users as b', 'b.id', 'e.boss_id')
    .select(['e.id', 'e.number', 'e.title', 'e.description', 'e.priority', 'e.due_date', 'e.planned_time', 'e.version'])
    .select([
      'e.created_at',
      'e.updated_at',
      'q.id as request_id',
      'q.e_title',
      'p.id as responsible_id',
      'b.id as boss_id',
    ])
    .select(['p.name as responsible_name', 'b.name as boss_name'])
    .select((eb) => {
      const own = eb as unknown as Entries
      return [
        jsonBuildObject({ idcomp: eb.ref('co.idcomp'), namecomp: eb.ref('co.namecomp') }).as('company'),
        jsonBuildObject({ id: eb.ref('s.id'), name: eb.ref('s.name') }).as('step'),
        jsonBuildObject({ id: eb.ref('a.id'), name: eb.ref('a.name') }).as('author'),
        lastOf(own, 'rivc', reader).as('last_rivc_comment'),
        lastOf(own, 'client', reader).as('last_client_comment'),
        countOf(own, 'rivc', reader).as('rivc_comments_count'),
        countOf(own, 'client', reader).as('client_comments_count'),
        unreadOf(own, reader).as('unread_comments_count'),
        sql<boolean>`e.step_id = e.first_step_id`.as('is_first'),
      ]
    }),
)

type Row = Awaited<ReturnType<typeof selected.all>>[number]

const named = (id: number | null, name: string | null) => (id && name ? { id, name } : null)

function rowOf(row: Row, person: Person): registry.RegistryEntry {
  const { request_id, e_title, responsible_id, responsible_name, boss_id, boss_name, is_first, ...rest } = row
  return {
    ...rest,
    planned_time: maySee(person, 'planned_time') ? row.planned_time : null,
    request: request_id && e_title ? { id: request_id, e_title } : null,
    responsible: named(responsible_id, responsible_name),
    boss: named(boss_id, boss_name),
    rivc_comments_count: row.rivc_comments_count ?? 0,
    client_comments_count: row.client_comments_count ?? 0,
    unread_comments_count: row.unread_comments_count ?? 0,
    standing: is_first ? 'first_step' : 'later',
  }
}

/** The contract's rows in the order of the ids, as far as the person may see them. */
export async function entryRows(db: Db, person: Person, ids: number[]): Promise<registry.RegistryEntry[]> {
  if (ids.length === 0) return []
  const rows = await selected.all(db, { reader: readerOf(person), ids })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [rowOf(row, person)] : []
  })
}

/** One entry with what the person may change. @throws 404 */
export async function entryDetail(db: Db, person: Person, id: number): Promise<registry.RegistryEntryDetail> {
  const [row] = await entryRows(db, person, [id])
  if (!row) throw refuseWith(reasons.noRecord)
  return { ...row, abilities: abilitiesOf(person, row.standing) }
}
