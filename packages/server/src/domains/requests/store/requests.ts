import { sql, type Insertable } from 'kysely'
import type { DB } from '../../../platform/db-types.gen.ts'
import { emit, type EventActor } from '../../../platform/events.ts'
import { emitMany } from '../../../platform/events-together.ts'
import { orderedList } from '../../../platform/ordered-list.ts'
import { statement } from '../../../platform/statement.ts'
import { insertRows } from '../../../platform/inserting.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import type { BacklogFields, BacklogRow, StatusEdit } from '../rules.ts'
import { oneOf } from '../../../platform/sql.ts'

/** The status of a new request. It is kept beside each status that is written (docs/decisions/0175). */
export const firstStatus = sql<number>`(select id from request_statuses where hidden_at is null order by "order", id limit 1)`

/**
 * Everything that a change of a request needs, with its row locked; locks are taken by id, so that two changes cannot
 * deadlock. What refers to a request, such as the tasks that a tracker reports in their own order, is written meanwhile.
 */
const lockedRows = (tx: Transaction) =>
  tx
    .selectFrom('requests as q')
    .select([
      'q.id',
      'q.idcomp',
      'q.release_id',
      'q.version',
      'q.backlog_version',
      'q.description_version',
      'q.own_version',
    ])
    .select(['q.inBacklog', 'q.backlog_title', 'q.planned_time', 'q.backlog_priority', 'q.description', 'q.isSolo'])
    .select(['q.author_id', 'q.e_title', 'q.text', 'q.urgency', 'q.priority', 'q.status_id', 'q.isPaid'])
    .select(sql<boolean>`q.status_id = q.new_status_id`.as('is_new'))
    .select(sql<boolean>`q.release_id is not null`.as('is_planned'))
    // The client companies that may see it.
    .select(
      sql<number[]>`array(select open.idcomp from open_requests as open where open.request_id = q.id)`.as('companies'),
    )
    .where('q.deleted_at', 'is', null)
    .orderBy('q.id')
    .forNoKeyUpdate()
export type LockedRequest = BacklogRow & Awaited<ReturnType<ReturnType<typeof lockedRows>['execute']>>[number]

export const lockRequests = (tx: Transaction, ids: number[]): Promise<LockedRequest[]> =>
  lockedRows(tx).where('q.id', '=', oneOf(ids)).execute()

/** Locks requests that an act will change in several steps, each of which would lock only its own. */
export const holdRequests = (tx: Transaction, ids: number[]) =>
  tx.selectFrom('requests').select('id').where('id', '=', oneOf(ids)).orderBy('id').forNoKeyUpdate().execute()

/** Locks the requests of a release: all, or the given ones. */
export const lockRequestsOfRelease = (tx: Transaction, release_id: number, ids: number[] | 'all') => {
  const all = lockedRows(tx).where('q.release_id', '=', release_id)
  return (ids === 'all' ? all : all.where('q.id', '=', oneOf(ids))).execute()
}

/** The titles of releases, deleted or not: the history mentions deleted ones too. */
export const releaseTitles = (tx: Transaction, ids: number[]) =>
  tx
    .selectFrom('releases_for_requests as releases')
    .select(['id', 'title as name'])
    .where('id', '=', oneOf(ids))
    .execute()

/** A request and the release it goes into; null for none. */
export interface Moved {
  id: number
  release_id: number | null
}

export const writeReleases = (tx: Transaction, moved: Moved[], at: string) =>
  sql`
    update requests as q set release_id = moved.release_id, version = q.version + 1, updated_at = ${at}
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as moved(id int, release_id int)
    where q.id = moved.id`.execute(tx)

/** Writes the backlog fields of each row and notes the version of this change. */
export async function writeBacklogs(tx: Transaction, rows: (BacklogFields & { id: number })[], at: string) {
  if (rows.length === 0) return
  await sql`
    update requests q
    set "inBacklog" = w."inBacklog", backlog_title = w.backlog_title, planned_time = w.planned_time,
      backlog_priority = w.backlog_priority, version = q.version + 1, backlog_version = q.version + 1, updated_at = ${at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as w(id int, "inBacklog" boolean, backlog_title text, planned_time int, backlog_priority int)
    where q.id = w.id`.execute(tx)
}

type NewRequest = Omit<Insertable<DB['requests']>, 'status_id' | 'new_status_id'>

interface Inserted {
  /** Whether the company exists and is not hidden. */
  isShown: boolean
  usesModule: boolean
  isType: boolean
  id: number | null
}

/** Inserts a request with the first status. Deleted companies, systems and modules do not count for the check
 * of the module. */
const insertion = statement(
  (_, row: NewRequest) => sql<Inserted>`
    with choice as (
      select
        exists (select from shared_companies where idcomp = ${row.idcomp} and deleted_at is null) as "isShown",
        exists (
          select from shared_company_modules as u
          join living_modules as m on m.idmod = u.idmod
          where u.idcomp = ${row.idcomp} and u.idmod = ${row.idmod}) as "usesModule",
        exists (select from request_types where id = ${row.type_id} and hidden_at is null) as "isType"),
    made as (
      insert into requests (e_title, text, urgency, priority, type_id, idmod, idcomp, author_id, created_at, updated_at, status_id,
        new_status_id)
      select ${row.e_title}, ${row.text}, ${row.urgency}::int, ${row.priority}::int, ${row.type_id}::int, ${row.idmod}::int,
        ${row.idcomp}::int, ${row.author_id}::int, ${row.created_at}::timestamptz, ${row.updated_at}::timestamptz, first.id, first.id
      from choice cross join (select ${firstStatus} as id) as first where "isShown" and "usesModule" and "isType"
      returning id)
    select "isShown", "usesModule", "isType", (select id from made) as id from choice`,
)

/**
 * Inserts the request if the company is shown and uses its module and the type exists; otherwise `id` is null, and the flags give
 * the reason.
 */
export const insertRequest = (tx: Transaction, row: NewRequest): Promise<Inserted> => insertion.one(tx, row)

export async function attachFiles(tx: Transaction, request_id: number, files: number[]): Promise<void> {
  const attached = files.map((file_id) => ({ request_id, file_id }))
  if (attached.length > 0) await insertRows(tx, 'request_files', attached).execute()
}

/** The fields that the author of a request may change while it is new. */
export type OwnFields = Pick<LockedRequest, 'e_title' | 'text' | 'urgency' | 'priority'>

/** @returns the new version */
export async function writeOwnFields(tx: Transaction, id: number, fields: OwnFields, at: string): Promise<number> {
  const { version } = await tx
    .updateTable('requests')
    .set((eb) => ({ ...fields, version: eb('version', '+', 1), updated_at: at }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** A request that has the status already is as new as it was. */
const statusColumns = (status: number) => ({
  status_id: status,
  new_status_id: sql<number>`case when status_id = ${status} then new_status_id else ${firstStatus} end`,
})

/** Writes what staff say of the work; fields left out stay as they are. */
export const writeStatus = (tx: Transaction, ids: number[], { status, isPaid }: StatusEdit, at: string) =>
  tx
    .updateTable('requests')
    .set((eb) => ({
      ...(status === undefined ? {} : statusColumns(status)),
      ...(isPaid === undefined ? {} : { isPaid }),
      version: eb('version', '+', 1),
      updated_at: at,
    }))
    .where('id', '=', oneOf(ids))
    .execute()

export const writeDeletion = (tx: Transaction, id: number, deleted_at: string) =>
  tx.updateTable('requests').set({ deleted_at }).where('id', '=', id).execute()

export const writeDescription = (tx: Transaction, id: number, description: string, isSolo: boolean, at: string) =>
  tx
    .updateTable('requests')
    .set((eb) => ({
      description,
      isSolo,
      version: eb('version', '+', 1),
      description_version: eb('version', '+', 1),
      updated_at: at,
    }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()

/** With more changes than this at once, screens are notified by one event to load everything again. */
const EVENTS_AT_MOST = 20

/**
 * Announces requests that were just written, each with the version after the locked one.
 * @param knowing the client companies that may be notified of a request's change
 */
export async function announceOfRequests(
  tx: Transaction,
  actor: EventActor,
  rows: LockedRequest[],
  knowing: (row: LockedRequest) => number[],
): Promise<void> {
  const common = { kind: 'changed', data: {} } as const
  if (rows.length > EVENTS_AT_MOST) {
    const companies = [...new Set(rows.flatMap(knowing))]
    const data = { of: 'request', ids: rows.map(({ id }) => id) } as const
    await emit(tx, actor, { kind: 'many_changed', entity: 'all', entity_id: 0, companies, data })
    return
  }
  const about = (row: LockedRequest) =>
    ({ entity: 'request', entity_id: row.id, version: row.version + 1, companies: knowing(row) }) as const
  await emitMany(
    tx,
    actor,
    rows.map((row) => ({ ...common, ...about(row) })),
  )
}

/** Whether requests may be given the status; it cannot be hidden or moved before the transaction ends. */
export const holdStatus = async (tx: Transaction, id: number): Promise<boolean> =>
  (await tx
    .selectFrom('request_statuses')
    .select('id')
    .where('id', '=', id)
    .where('hidden_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()) !== undefined

export const statusList = orderedList({ table: 'request_statuses', id: 'id', name: 'name', hidden: 'hidden_at' })
export const typeList = orderedList({ table: 'request_types', id: 'id', name: 'name', hidden: 'hidden_at' })

/** Reads what a status means and looks like, and locks it until the end of the transaction. */
export const lockStatus = (tx: Transaction, id: number) =>
  tx
    .selectFrom('request_statuses')
    .select(['id', 'is_over', 'tone'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** Writes whether a status ends the work, or its colour. @returns the new version */
export async function patchStatus(
  tx: Transaction,
  id: number,
  patch: { is_over: boolean } | { tone: string },
): Promise<number> {
  const { version } = await tx
    .updateTable('request_statuses')
    .set((eb) => ({ ...patch, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}
