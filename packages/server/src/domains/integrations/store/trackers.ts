import { sql, type Insertable } from 'kysely'
import type { Db } from '../../../platform/call.ts'
import type { DB } from '../../../platform/db-types.gen.ts'
import type { Transaction } from '../../../platform/transaction.ts'

type Fields = Pick<Insertable<DB['trackers']>, 'url' | 'request_field' | 'source' | 'sealed_key'>

/**
 * How far the changes of a tracker have been read, in timestamps of its own clock, and how far its known tasks have been
 * read again, and requests have been asked about whose task is not known; a missing or empty one means from the
 * beginning. An empty `logged_on` says that there were no time entries yet.
 * `swept_on` is what `updated_on` was when all known tasks had been read again, and `hidden_from` what it was before some
 * of them were hidden: changes since may have been hidden too.
 */
export interface ReadTo {
  updated_on?: string
  logged_on?: string
  task_id?: number
  request_id?: number
  swept_on?: string
  hidden_from?: string
}

export const writeTracker = (tx: Transaction, tracker: Fields & { name: string; created_at: string }) =>
  tx.insertInto('trackers').values(tracker).returning(['id', 'version']).executeTakeFirstOrThrow()

/**
 * Changes a tracker, which is then read again from its beginning: what was read may be another tracker's. @returns its
 * new version
 */
export async function changeTracker(
  tx: Transaction,
  id: number,
  fields: Fields & { name: string; is_active: boolean },
) {
  const unread = { read_to: '{}', swept_at: null, failing_since: null, failure: null }
  const { version } = await tx
    .updateTable('trackers')
    .set((eb) => ({ ...fields, ...unread, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/**
 * Finds the tracker of an address, over whichever protocol. The address stays locked until the transaction ends: of two
 * trackers that are given it at once, the second waits and finds the first.
 * @param but the tracker that is looked past
 * @returns its name
 */
export async function nameAtAddress(tx: Transaction, url: string, but = 0): Promise<string | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('tracker_addresses'))`.execute(tx)
  const { rows } = await sql<{ name: string }>`
    select name from trackers
    where id <> ${but} and regexp_replace(lower(url), '^https?:', '') = regexp_replace(lower(${url}), '^https?:', '')
    order by id limit 1`.execute(tx)
  return rows[0]?.name
}

export const removeTracker = (tx: Transaction, id: number) => tx.deleteFrom('trackers').where('id', '=', id).execute()

const whole = (db: Db, id: number) =>
  db
    .selectFrom('trackers')
    .selectAll()
    .select(sql<ReadTo>`read_to`.as('read_to'))
    .where('id', '=', id)

/** A tracker with its sealed key and how far it was read. */
export const trackerBy = (db: Db, id: number) => whole(db, id).executeTakeFirst()
export type TrackerRow = NonNullable<Awaited<ReturnType<typeof trackerBy>>>

/** The same, locked until the transaction ends. */
export const lockedTracker = (tx: Transaction, id: number) => whole(tx, id).forUpdate().executeTakeFirst()

/** The active trackers, with when they began to fail. */
export const livingTrackers = (db: Db) =>
  db.selectFrom('trackers').select(['id', 'failing_since', 'source']).where('is_active', '=', true).execute()

interface ReadingState {
  read_to: ReadTo
  /** When everything up to then was read. */
  read_at?: string
  swept_at?: string
}

/** A tracker as a run has read it: once it is changed, what the run found is of no use. */
type Read = Pick<TrackerRow, 'id' | 'version'>

/** Whether the tracker is still the one that was read: nobody has switched it off, changed or deleted it. */
export const isStillRead = async (db: Db, { id, version }: Read): Promise<boolean> =>
  (await db
    .selectFrom('trackers')
    .select('id')
    .where('id', '=', id)
    .where('version', '=', version)
    .where('is_active', '=', true)
    .executeTakeFirst()) !== undefined

/** @returns whether the tracker is still the one that was read; if so, it cannot be changed until the transaction ends */
export async function noteReading(tx: Transaction, { id, version }: Read, { read_to, ...moments }: ReadingState) {
  const { numUpdatedRows } = await tx
    .updateTable('trackers')
    .set({ ...moments, read_to: JSON.stringify(read_to), failing_since: null, failure: null })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @returns whether the tracker is still the one that was read */
export async function noteTrackerFailure(db: Db, { id, version }: Read, failure: string, now: string) {
  const { numUpdatedRows } = await db
    .updateTable('trackers')
    .set({ failure, failing_since: sql`least(failing_since, ${now}::timestamptz)` })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
