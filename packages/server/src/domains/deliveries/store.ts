import { sql, type Expression, type ExpressionBuilder, type Insertable, type SqlBool } from 'kysely'
import type { DB } from '../../platform/db-types.gen.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { pendingJobs } from '../../platform/jobs/pending.ts'
import { insertRows } from '../../platform/inserting.ts'
import type { Transaction } from '../../platform/transaction.ts'
import type { DeliveryJob } from './events.ts'
import { JOB_OF, type DeliveryKind } from './rules.ts'
import { oneOf, startingWith } from '../../platform/sql.ts'
import { UNSURE } from '../../platform/unsure.ts'

interface Attempt {
  state: 'queued' | 'sent' | 'failed'
  attempts: number
  last_error: string | null
  /** It was not sent because there is nothing left to say. */
  needless: boolean
  at: string
}

/** Inserts deliveries; a trigger adds who has the addresses. @returns the ids in the order of the rows */
export async function writeDeliveries(
  tx: Transaction,
  rows: (Omit<Insertable<DB['deliveries']>, 'readers'> & { kind: DeliveryKind })[],
): Promise<number[]> {
  if (rows.length === 0) return []
  const queued = rows.map((row) => ({ ...row, queued_at: row.at }))
  const made = await insertRows(tx, 'deliveries', queued).returning('id').execute()
  return made.map(({ id }) => id)
}

/** Deletes the deliveries of letters that were never sent. */
export const removeDeliveries = (tx: Transaction, letters: number[]) =>
  tx.deleteFrom('deliveries').where('letter_id', '=', oneOf(letters)).execute()

export const writeAttempt = (tx: Transaction, id: number, attempt: Attempt) =>
  tx.updateTable('deliveries').set(attempt).where('id', '=', id).execute()

/** Ends the deliveries of these events that are queued, without an attempt. */
export const endQueued = (tx: Transaction, events: number[], last_error: string) =>
  tx
    .updateTable('deliveries')
    .set({ state: 'failed', last_error })
    .where('event_id', '=', oneOf(events))
    .where('state', '=', 'queued')
    .execute()

/** Stores how much of a copy has arrived. @param copied bytes */
export const writeCopied = (tx: Transaction, id: number, copied: number) =>
  tx.updateTable('deliveries').set({ copied }).where('id', '=', id).execute()

/** Records that a copy has been written to its end and gets its name now. */
export const writeNaming = (tx: Transaction, id: number) =>
  tx.updateTable('deliveries').set({ is_named: true }).where('id', '=', id).execute()

/** Leaves deliveries that may have been sent to people: until now there was nothing to send. */
export const leaveToPeople = (tx: Transaction, ids: number[]) =>
  tx.updateTable('deliveries').set({ needless: false }).where('id', '=', oneOf(ids)).execute()

/** Gives a delivery a letter of its own, because its address read something else than the others. */
export const giveLetter = (tx: Transaction, id: number, letter_id: number) =>
  tx.updateTable('deliveries').set({ letter_id }).where('id', '=', id).execute()

/**
 * Gives a copy another path, because something of somebody else is under the one it had, or a letter the address that
 * its reader has by now.
 */
export const writeTarget = (tx: Transaction, id: number, target: string) =>
  tx.updateTable('deliveries').set({ target, is_named: false }).where('id', '=', id).execute()

/** Locks and returns a delivery that is still queued; undefined when there is none. */
export const takeWaiting = (tx: Transaction, id: number) =>
  tx
    .selectFrom('deliveries')
    .select(['id', 'attempts', 'generation'])
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .forUpdate()
    .executeTakeFirst()

export const lockDelivery = (tx: Transaction, id: number) =>
  tx
    .selectFrom('deliveries')
    .select(['id', 'kind', 'entity', 'state', 'attempts'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/**
 * Returns the paths, equal to one of these but for letter case, to which copies were made or will be. A join, because a
 * thousand paths in an array are compared one by one with every row while the table is not analyzed.
 */
export async function takenTargets(tx: Transaction, targets: string[]): Promise<string[]> {
  const { rows } = await sql<{ target: string }>`
    select d.target from (select distinct lower(path) as path from unnest(${targets}::text[]) as path) as wanted
    join deliveries as d on lower(d.target) = wanted.path and d.kind = 'ftp'`.execute(tx)
  return rows.map(({ target }) => target)
}

interface OwnFolder {
  idcomp: number
  /** The first part of the paths of the company's copies. */
  folder: string
}

/**
 * Locks the folders of companies until the transaction ends, in the order of their ids to avoid deadlocks: which paths
 * are taken there stays as it was read.
 */
export const lockFolders = (tx: Transaction, companies: number[]) =>
  sql`select pg_advisory_xact_lock(hashtext('copies'), idcomp)
    from unnest(${companies.toSorted((a, b) => a - b)}::int[]) as idcomp`.execute(tx)

/** @returns the companies in whose folders there are copies of another one, which had that name before */
export async function sharedFolders(tx: Transaction, folders: OwnFolder[]): Promise<Set<number>> {
  const wanted = JSON.stringify(folders.map(({ idcomp, folder }) => ({ idcomp, below: startingWith(`${folder}/`) })))
  const { rows } = await sql<Pick<OwnFolder, 'idcomp'>>`
    select wanted.idcomp from jsonb_to_recordset(${wanted}::jsonb) as wanted (idcomp int, below text)
    where exists (
      select from deliveries as d
      where d.kind = 'ftp' and d.idcomp <> wanted.idcomp and translate(lower(d.target), 'ё', 'е') like wanted.below)`.execute(
    tx,
  )
  return new Set(rows.map(({ idcomp }) => idcomp))
}

/** Expression builder for a query over deliveries `d`. */
export type OfDelivery = ExpressionBuilder<DB & { d: DB['shared_deliveries'] }, 'd'>

/**
 * Locks deliveries until the transaction ends, always in the order of their ids. Waits for one that another transaction
 * has locked, and leaves it out when it no longer meets the condition afterwards.
 */
export const lockDeliveries = (tx: Transaction, condition: (eb: OfDelivery) => Expression<SqlBool>) =>
  tx
    .selectFrom('deliveries as d')
    .select(['d.id', 'd.kind', 'd.last_error'])
    // The view that other rooms read has the same columns.
    .where((eb) => condition(eb as unknown as OfDelivery))
    .orderBy('d.id')
    .forUpdate()
    .execute()

/**
 * Those of a kind that were ended for this reason since then, although nothing was wrong with them, or may have been sent
 * since: a restore has replaced the reason by that.
 */
export const endedFor =
  (kind: DeliveryKind, reason: string, since: string) =>
  (eb: OfDelivery): Expression<SqlBool> =>
    eb.and([
      eb('d.kind', '=', kind),
      eb('d.state', '=', 'failed'),
      eb('d.needless', '=', true),
      eb('d.last_error', 'in', [reason, UNSURE]),
      eb('d.at', '>', since),
    ])

/** What a job is to be sent with, and its kind. */
interface NeededJob extends Required<DeliveryJob> {
  job: (typeof JOB_OF)[DeliveryKind]
}

/**
 * Puts deliveries back into the queue, as if they had never been tried. One that was sent already is another letter from
 * now on, however often it has to be tried: with the message id of the first it would be discarded as its duplicate. A
 * sent copy is written anew, because what stands there may be damaged.
 * @returns the job that each of them needs; the earlier ones make no attempt any more
 */
export const queueAgain = (tx: Transaction, ids: number[], at: string): Promise<NeededJob[]> =>
  tx
    .updateTable('deliveries')
    .set({ state: 'queued', attempts: 0, last_error: null, needless: false, at, queued_at: at })
    .set((eb) => ({
      generation: eb('generation', '+', 1),
      is_named: sql<boolean>`is_named and state <> 'sent'`,
      repeated_at: eb
        .case()
        .when('state', '=', 'sent')
        .then(sql<string>`${at}::timestamptz`)
        .else(eb.ref('repeated_at'))
        .end(),
    }))
    .where('id', '=', oneOf(ids))
    .returning(['id as delivery_id', 'generation', 'kind'])
    .execute()
    .then((rows) => rows.map(({ kind, ...job }) => ({ ...job, job: JOB_OF[kind as DeliveryKind] })))

/** Locks queued deliveries that have no job to handle them, and returns the job each needs. */
export async function lockWithoutJob(tx: Transaction): Promise<NeededJob[]> {
  const pending = pendingJobs(Object.values(JOB_OF), 'delivery_id')
  const { rows } = await sql<NeededJob>`
    select d.id as delivery_id, d.generation, needed.job
    from deliveries as d,
      lateral (select ${sql.lit(JSON.stringify(JOB_OF))}::jsonb ->> d.kind as job) as needed
    where d.state = 'queued'
      and not exists (select from letters_for_deliveries as l where l.id = d.letter_id and l.held_until is not null)
      and not exists (select from ${pending} as job
        where job.name = needed.job and job.delivery_id = d.id and d.generation = job.generation)
    order by d.id for update of d skip locked`.execute(tx)
  return rows
}

/** Queues the jobs that deliveries need. */
export async function sendJobs(tx: Transaction, jobs: Jobs, needed: NeededJob[]): Promise<void> {
  for (const kind of Object.values(JOB_OF)) {
    const all = needed.filter(({ job }) => job === kind).map(({ job: _, ...data }) => data)
    if (all.length > 0) await jobs.sendAll(tx, kind, all)
  }
}
