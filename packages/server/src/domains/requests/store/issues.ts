import { sql } from 'kysely'
import type { Actor } from '../../../platform/call.ts'
import { emit } from '../../../platform/events.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { oneOf } from '../../../platform/sql.ts'
import type { Called } from '../rules.ts'

/** The tasks of developers, as trackers report them. */

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

/**
 * Locks a tracker, however its name is written: of two reports for one tracker the second waits, so that a key stays one
 * task.
 */
export const lockTracker = (tx: Transaction, tracker: string) =>
  sql`select pg_advisory_xact_lock(hashtext('issues'), hashtext(lower(${tracker})))`.execute(tx)

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
      planned_time = w.planned_time, spent_time = w.spent_time, url = w.url, reported_at = ${reported_at},
      hidden_at = null
    from ${imported}, issues as old
    where i.tracker = ${tracker} and i.key = w.key and old.id = i.id
      and (${!onlyNews} or i.hidden_at is not null or (i.request_id, i.title, i.status, i.assignee, i.planned_time, i.spent_time, i.url)
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

/** Marks tasks that their tracker does not show any more. @returns the requests of those that it showed until now */
export async function hideIssues(
  tx: Transaction,
  tracker: string,
  keys: string[],
  hidden_at: string,
): Promise<number[]> {
  const hidden = await tx
    .updateTable('issues')
    .set({ hidden_at })
    .where('tracker', '=', tracker)
    .where('key', '=', sql<string>`any(${keys}::text[])`)
    .where('hidden_at', 'is', null)
    .returning('request_id')
    .execute()
  return hidden.map(({ request_id }) => request_id)
}

/** The requests that known tasks of a tracker belong to, by key. */
export async function requestsOfTasks(tx: Transaction, tracker: string, keys: string[]): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('issues')
    .select([sql<string>`key`.as('key'), 'request_id'])
    .where('tracker', '=', tracker)
    .where('key', '=', sql<string>`any(${keys}::text[])`)
    .execute()
  return new Map(rows.map(({ key, request_id }) => [key, request_id]))
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
