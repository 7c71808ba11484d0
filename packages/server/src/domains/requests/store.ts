import { sql, type Insertable } from 'kysely'
import type { Actor } from '../../platform/call.ts'
import type { DB } from '../../platform/db-types.gen.ts'
import { emit, type EventActor } from '../../platform/events.ts'
import { orderedList } from '../../platform/ordered-list.ts'
import { statement } from '../../platform/statement.ts'
import type { Transaction } from '../../platform/transaction.ts'
import type { BacklogFields, BacklogRow, Called } from './rules.ts'
import { oneOf } from '../../platform/sql.ts'

/** The status of a new request. */
const firstStatus = sql<number>`(select id from request_statuses where hidden_at is null order by "order", id limit 1)`

/**
 * Everything that a change of a request needs, with its row locked; locks are taken by id, so that two changes cannot
 * deadlock.
 */
const lockedRows = (tx: Transaction) =>
  tx
    .selectFrom('requests as q')
    .select(['q.id', 'q.idcomp', 'q.release_id', 'q.version', 'q.backlog_version', 'q.description_version'])
    .select(['q.inBacklog', 'q.backlog_title', 'q.planned_time', 'q.backlog_priority', 'q.description', 'q.isSolo'])
    .select(['q.author_id', 'q.e_title', 'q.text', 'q.urgency', 'q.priority'])
    .select(sql<boolean>`q.status_id = ${firstStatus}`.as('is_new'))
    .select(sql<boolean>`q.release_id is not null`.as('is_planned'))
    // The client companies that may see it.
    .select(
      sql<number[]>`array(select open.idcomp from open_requests as open where open.request_id = q.id)`.as('companies'),
    )
    .where('q.deleted_at', 'is', null)
    .orderBy('q.id')
    .forUpdate()
export type LockedRequest = BacklogRow & Awaited<ReturnType<ReturnType<typeof lockedRows>['execute']>>[number]

export const lockRequests = (tx: Transaction, ids: number[]): Promise<LockedRequest[]> =>
  lockedRows(tx).where('q.id', '=', oneOf(ids)).execute()

/** Locks the requests of a release: all, or the given ones. */
export const lockRequestsOfRelease = (tx: Transaction, release_id: number, ids: number[] | 'all') => {
  const all = lockedRows(tx).where('q.release_id', '=', release_id)
  return (ids === 'all' ? all : all.where('q.id', '=', oneOf(ids))).execute()
}

/** The title of a release, deleted or not: the history mentions deleted ones too. */
export const releaseTitle = async (tx: Transaction, id: number) =>
  (await tx.selectFrom('releases_for_requests as releases').select('title').where('id', '=', id).executeTakeFirst())
    ?.title ?? null

export const writeRelease = (tx: Transaction, ids: number[], release_id: number | null, at: string) =>
  tx
    .updateTable('requests')
    .set((eb) => ({ release_id, version: eb('version', '+', 1), updated_at: at }))
    .where('id', '=', oneOf(ids))
    .execute()

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

type NewRequest = Omit<Insertable<DB['requests']>, 'status_id'>

interface Inserted {
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
        exists (
          select from shared_company_modules as u
          join shared_companies as c on c.idcomp = u.idcomp and c.deleted_at is null
          join shared_modules as m on m.idmod = u.idmod and m.deleted_at is null
          join shared_systems as sy on sy.idsys = m.idsys and sy.deleted_at is null
          where u.idcomp = ${row.idcomp} and u.idmod = ${row.idmod}) as "usesModule",
        exists (select from request_types where id = ${row.type_id} and hidden_at is null) as "isType"),
    made as (
      insert into requests (e_title, text, urgency, priority, type_id, idmod, idcomp, author_id, created_at, updated_at, status_id)
      select ${row.e_title}, ${row.text}, ${row.urgency}::int, ${row.priority}::int, ${row.type_id}::int, ${row.idmod}::int,
        ${row.idcomp}::int, ${row.author_id}::int, ${row.created_at}::timestamptz, ${row.updated_at}::timestamptz, ${firstStatus}
      from choice where "usesModule" and "isType"
      returning id)
    select "usesModule", "isType", (select id from made) as id from choice`,
)

/**
 * Inserts the request if the company uses its module and the type exists; otherwise `id` is null, and the flags give
 * the reason.
 */
export const insertRequest = (tx: Transaction, row: NewRequest): Promise<Inserted> => insertion.one(tx, row)

export async function attachFiles(tx: Transaction, request_id: number, files: number[]): Promise<void> {
  const attached = files.map((file_id) => ({ request_id, file_id }))
  if (attached.length > 0) await tx.insertInto('request_files').values(attached).execute()
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
  for (const row of rows) {
    const about = { entity: 'request', entity_id: row.id, version: row.version + 1, companies: knowing(row) } as const
    await emit(tx, actor, { ...common, ...about })
  }
}

export const statusList = orderedList({ table: 'request_statuses', id: 'id', name: 'name', hidden: 'hidden_at' })
export const typeList = orderedList({ table: 'request_types', id: 'id', name: 'name', hidden: 'hidden_at' })

export interface IssueRow {
  key: string
  request_id: number
  title: string
  status: string
  assignee: string | null
  planned_time: number
  spent_time: number
  url: string | null
}

/** Locks a tracker: of two reports for one tracker the second waits, so that a key stays one task. */
export const lockTracker = (tx: Transaction, tracker: string) =>
  sql`select pg_advisory_xact_lock(hashtext('issues'), hashtext(${tracker}))`.execute(tx)

/** The requests that tasks name, by number and by former key; deleted ones are left out. */
export async function requestsMeant(
  tx: Transaction,
  named: { request_id?: number | null | undefined; request_key?: string | null | undefined }[],
) {
  const ids = named.flatMap(({ request_id }) => request_id ?? [])
  const keys = named.flatMap(({ request_key }) => request_key?.toLowerCase() ?? [])
  const rows = await tx
    .selectFrom('requests as q')
    .select(['q.id', sql<string>`lower(q.source_key)`.as('key')])
    .where('q.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([eb('q.id', '=', oneOf(ids)), eb(sql`lower(q.source_key)`, '=', sql<string>`any(${keys}::text[])`)]),
    )
    .execute()
  const byKey = Map.groupBy(rows, ({ key }) => key)
  return {
    ids: new Set(rows.map(({ id }) => id)),
    byKey: new Map([...byKey].map(([key, some]) => [key, some.map(({ id }) => id)])),
  }
}

/**
 * The requests named in a tracker, by number or former key; those imported from its own issues are returned separately.
 */
export async function requestsCalled(
  tx: Transaction,
  source: string | null,
  imported: { names: string[]; keys: string[] },
): Promise<Called> {
  const names = imported.names.map((name) => name.toLowerCase())
  const rows = await tx
    .selectFrom('requests as q')
    .select(['q.id', 'q.source', 'q.source_key', sql<string | null>`lower(q.source_key)`.as('name')])
    .where('q.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb(sql`q.id::text`, '=', sql<string>`any(${names}::text[])`),
        eb(sql`lower(q.source_key)`, '=', sql<string>`any(${names}::text[])`),
        eb.and([eb('q.source', '=', source), eb('q.source_key', '=', sql<string>`any(${imported.keys}::text[])`)]),
      ]),
    )
    .execute()
  const own = rows.filter((row) => source !== null && row.source === source)
  const byName = Map.groupBy(rows, ({ name }) => name ?? '')
  return {
    ids: new Set(rows.map(({ id }) => id)),
    byName: new Map([...byName].map(([name, some]) => [name, some.map(({ id }) => id)])),
    byKey: new Map(own.map(({ id, source_key }) => [source_key ?? '', id])),
  }
}

interface Written {
  created: number
  updated: number
  /** The requests whose tasks have changed. */
  touched: number[]
}

/**
 * Updates the tracker's known tasks and adds the others.
 * @param onlyNews leaves unchanged tasks alone; otherwise their report time is updated too
 */
export async function writeIssues(
  tx: Transaction,
  tracker: string,
  rows: IssueRow[],
  reported_at: string,
  { onlyNews = false } = {},
): Promise<Written> {
  const imported = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(key text, request_id int, title text,
    status text, assignee text, planned_time int, spent_time int, url text)`
  const known = await sql<{ key: string }>`
    select key from issues where tracker = ${tracker} and key in (select w.key from ${imported})`.execute(tx)
  const changed = await sql<{ request_id: number; before: number }>`
    update issues as i
    set request_id = w.request_id, title = w.title, status = w.status, assignee = w.assignee,
      planned_time = w.planned_time, spent_time = w.spent_time, url = w.url, reported_at = ${reported_at}
    from ${imported}, issues as old
    where i.tracker = ${tracker} and i.key = w.key and old.id = i.id
      and (${!onlyNews} or (i.request_id, i.title, i.status, i.assignee, i.planned_time, i.spent_time, i.url)
        is distinct from (w.request_id, w.title, w.status, w.assignee, w.planned_time, w.spent_time, w.url))
    returning i.request_id, old.request_id as before`.execute(tx)
  const keys = known.rows.map(({ key }) => key)
  const added = await sql<{ request_id: number }>`
    insert into issues (tracker, key, request_id, title, status, assignee, planned_time, spent_time, url, reported_at)
    select ${tracker}, w.key, w.request_id, w.title, w.status, w.assignee, w.planned_time, w.spent_time, w.url, ${reported_at}
    from ${imported}
    where w.key <> all(${keys}::text[])
    returning request_id`.execute(tx)
  const touched = [
    ...changed.rows.flatMap((row) => [row.request_id, row.before]),
    ...added.rows.map((row) => row.request_id),
  ]
  return { created: added.rows.length, updated: changed.rows.length, touched }
}

/** @returns the requests they belonged to */
export async function removeIssues(tx: Transaction, tracker: string, keys: string[]): Promise<number[]> {
  const gone = await tx
    .deleteFrom('issues')
    .where('tracker', '=', tracker)
    .where('key', '=', sql<string>`any(${keys}::text[])`)
    .returning('request_id')
    .execute()
  return gone.map(({ request_id }) => request_id)
}

/** Announces that the tasks of requests have changed. They are internal: no company is notified. */
export async function announceIssues(tx: Transaction, actor: Actor, requests: number[]): Promise<void> {
  const data = { of: 'request' as const, ids: [...new Set(requests)] }
  if (data.ids.length === 0) return
  await emit(tx, actor, { kind: 'many_changed', entity: 'all', entity_id: 0, companies: [], data })
}
