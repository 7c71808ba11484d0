import { sql, type Insertable, type Updateable } from 'kysely'
import type { agreements } from '@vypusk/contract'
import type { DB } from '../../../platform/db-types.gen.ts'
import { insertRows } from '../../../platform/inserting.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import type { OfferOf } from '../rules/offers.ts'
import { oneOf } from '../../../platform/sql.ts'
import { publishedTo } from '../../releases/port.ts'

/** Locks the agreement until the transaction ends, so that a concurrent change waits and then sees the result. */
export const lockAgreement = (tx: Transaction, id: number) => lockAgreements(tx, [id])

const lockingInOrder = (tx: Transaction) =>
  tx.selectFrom('agreements').select(['id', 'version']).orderBy('id').forUpdate()

/** Locks several agreements, in the order of their ids to avoid deadlocks. */
export const lockAgreements = (tx: Transaction, ids: number[]) =>
  lockingInOrder(tx).where('id', '=', oneOf(ids)).execute()

/** The same for those of releases, which are locked already, that are not deleted. */
export const lockAgreementsOf = (tx: Transaction, releases: number[]) =>
  lockingInOrder(tx).where('release_id', '=', oneOf(releases)).where('deleted_at', 'is', null).execute()

/** The columns that the rules of consequences read. */
const STATE_COLUMNS = [
  'a.id',
  'a.release_id',
  'a.company_id',
  'a.by_rivc',
  'a.by_client',
  'a.sent_at',
  'a.heard_at',
  'a.agreed_sha',
  'a.accepted_sha',
  'a.told_sha',
  'a.seen_sha',
  'a.scope_changed_at',
] as const

/** Locks and returns those of the agreements that are not deleted, in the order of their ids to avoid deadlocks. */
export const lockLiveAgreements = (tx: Transaction, ids: number[]) =>
  tx
    .selectFrom('agreements as a')
    .select([...STATE_COLUMNS, 'a.withdrawn_at', 'a.unsent_at', 'a.version'])
    .select(publishedTo('a.release_id', 'a.company_id').as('published'))
    .where('a.id', '=', oneOf(ids))
    .where('a.deleted_at', 'is', null)
    .orderBy('a.id')
    .forUpdate('a')
    .execute()
export type LockedAgreement = Awaited<ReturnType<typeof lockLiveAgreements>>[number]

/** Marks releases whose scopes have to be compared with what their companies were told of. */
export const markScopes = (tx: Transaction, releases: number[]) =>
  insertRows(
    tx,
    'scope_checks',
    releases.map((release_id) => ({ release_id })),
  ).execute()

/** Locks and returns a deleted agreement; undefined when it is not deleted. */
export const lockDeleted = (tx: Transaction, id: number) =>
  tx
    .selectFrom('agreements')
    .select(['id', 'release_id', 'company_id'])
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()

/** Returns the release and the company of a deleted agreement. */
export const pairOf = (tx: Transaction, id: number) =>
  tx
    .selectFrom('agreements')
    .select(['release_id', 'company_id'])
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()

/**
 * Inserts agreements. Pairs of release and company that already have a live agreement, even one created concurrently,
 * are skipped and missing from the result.
 */
export const insertAgreements = (tx: Transaction, rows: Insertable<DB['agreements']>[]) =>
  insertRows(tx, 'agreements', rows)
    .onConflict((conflict) =>
      conflict.columns(['release_id', 'company_id']).where('deleted_at', 'is', null).doNothing(),
    )
    .returning(['id', 'company_id', 'version'])
    .execute()

/** What sending a date to the client writes to its agreement. */
export interface SentQuestion {
  id: number
  /** SHA-256 of the scope that the client is asked to agree to. */
  sum: string | null
  against_reason: string
}

/** Marks agreements as sent to their clients. @returns the new version of each */
export async function writeSent(tx: Transaction, questions: SentQuestion[], at: string): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; version: number }>`
    update agreements as a set by_rivc = true, sent_at = ${at}, heard_at = coalesce(a.heard_at, ${at}),
      told_sha = question.sum, seen_sha = question.sum, against_reason = question.against_reason, updated_at = ${at},
      version = a.version + 1
    from jsonb_to_recordset(${JSON.stringify(questions)}::jsonb) as question(id int, sum text, against_reason text)
    where a.id = question.id
    returning a.id, a.version`.execute(tx)
  return new Map(rows.map(({ id, version }) => [id, version]))
}

/** A new date for an agreement that is sent to the client in the same step. */
export interface Moved extends Pick<SentQuestion, 'id' | 'sum'> {
  releaseDate: string
  releaseTime: string | null
  cancel_reason: string
}

/** Moves dates and marks them as approved by staff. @returns the new version of each */
export async function writeMoved(tx: Transaction, moved: Moved[], at: string): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; version: number }>`
    update agreements as a set "releaseDate" = moved."releaseDate", "releaseTime" = moved."releaseTime",
      cancel_reason = moved.cancel_reason, by_rivc = true, by_client = false, sent_at = ${at}, told_sha = moved.sum,
      seen_sha = moved.sum, updated_at = ${at}, version = a.version + 1
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb)
      as moved(id int, sum text, "releaseDate" date, "releaseTime" time, cancel_reason text)
    where a.id = moved.id
    returning a.id, a.version`.execute(tx)
  return new Map(rows.map(({ id, version }) => [id, version]))
}

/** A new date for an agreement that nobody is asked about yet, with what is left of its approvals. */
export interface Redated extends Omit<Moved, 'sum'> {
  by_rivc: boolean
  by_client: boolean
  sent_at: string | null
  /** The date loses the approval of staff. */
  is_unsent: boolean
}

/** Moves dates without asking about them. @returns the new version of each */
export async function writeRedated(tx: Transaction, dates: Redated[], at: string): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; version: number }>`
    update agreements as a set "releaseDate" = moved."releaseDate", "releaseTime" = moved."releaseTime",
      cancel_reason = moved.cancel_reason, by_rivc = moved.by_rivc, by_client = moved.by_client,
      sent_at = moved.sent_at, unsent_at = case when moved.is_unsent then ${at} else a.unsent_at end,
      updated_at = ${at}, version = a.version + 1
    from jsonb_to_recordset(${JSON.stringify(dates)}::jsonb)
      as moved(id int, "releaseDate" date, "releaseTime" time, cancel_reason text, by_rivc boolean, by_client boolean,
        sent_at timestamptz, is_unsent boolean)
    where a.id = moved.id
    returning a.id, a.version`.execute(tx)
  return new Map(rows.map(({ id, version }) => [id, version]))
}

/** Stores why dates are kept in spite of objections; part of a change that has already increased the version. */
export async function writeAgainst(
  tx: Transaction,
  kept: Pick<SentQuestion, 'id' | 'against_reason'>[],
): Promise<void> {
  if (kept.length === 0) return
  await sql`
    update agreements as a set against_reason = kept.against_reason
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as kept(id int, against_reason text)
    where a.id = kept.id`.execute(tx)
}

/** Writes the row, and when it lost the approval of staff. @returns the new version */
export async function updateAgreement(tx: Transaction, id: number, set: Updateable<DB['agreements']>): Promise<number> {
  const row = await updating(tx, [id], set).executeTakeFirstOrThrow()
  return row.version
}

/** The same for several agreements. @returns the new version of each */
export async function updateAgreements(
  tx: Transaction,
  ids: number[],
  set: Updateable<DB['agreements']>,
): Promise<Map<number, number>> {
  const rows = await updating(tx, ids, set).execute()
  return new Map(rows.map(({ id, version }) => [id, version]))
}

const updating = (tx: Transaction, ids: number[], set: Updateable<DB['agreements']>) =>
  tx
    .updateTable('agreements')
    .set((eb) => ({
      ...set,
      ...(set.by_rivc === false && { unsent_at: set.updated_at }),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', oneOf(ids))
    .returning(['id', 'version'])

/** Replaces the recipients of an agreement. @param users ids without repetition */
export async function writeRecipients(tx: Transaction, agreement_id: number, users: number[]): Promise<void> {
  await tx.deleteFrom('agreement_recipients').where('agreement_id', '=', agreement_id).execute()
  await insertRecipients(
    tx,
    users.map((user_id) => ({ agreement_id, user_id })),
  )
}

/** Adds recipients to agreements that have none yet. */
export async function insertRecipients(tx: Transaction, rows: Insertable<DB['agreement_recipients']>[]): Promise<void> {
  if (rows.length > 0) await insertRows(tx, 'agreement_recipients', rows).execute()
}

/** Returns those of the users who may receive letters about a company's agreement: people of the company and staff. */
export const eligible = (tx: Transaction, company_id: number, users: number[]) =>
  tx
    .selectFrom('shared_users as users')
    .select(['id', 'name', 'email', 'isRivc', 'is_blocked'])
    .where('id', 'in', users.length > 0 ? users : [0])
    .where('is_service', '=', false)
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('isRivc', '=', true), eb('idcomp', '=', company_id)]))
    .execute()

/**
 * Stores the scopes that companies agree to: the present one, or the one frozen when the release was published to them.
 * @returns the SHA-256 of each scope by agreement; null when the release does not name the company
 */
export async function keepScopes(tx: Transaction, ids: number[]): Promise<Map<number, string | null>> {
  const { rows } = await sql<{ id: number; sum: string | null }>`
    select id, coalesce(frozen_sha, keep_scope(release_id, company_id)) as sum
    from agreements where id = any(${ids}::int[]) order by id`.execute(tx)
  return new Map(rows.map(({ id, sum }) => [id, sum]))
}

/** Stores the scope of one agreement, as `keepScopes` does. */
export const keepScope = async (tx: Transaction, { id }: { id: number }): Promise<string | null> =>
  (await keepScopes(tx, [id])).get(id) ?? null

/** Stores decisions about changed scopes. @param rows at least one */
export const writeDecisions = (tx: Transaction, rows: Insertable<DB['scope_decisions']>[]) =>
  insertRows(tx, 'scope_decisions', rows).execute()

export const insertOffer = (tx: Transaction, row: Insertable<DB['agreement_offers']>) =>
  tx.insertInto('agreement_offers').values(row).execute()

/** How an offer ends; the other fields record who ended it and with what answer. */
type Ending = { state: Exclude<agreements.OfferState, 'open'> } & Omit<Updateable<DB['agreement_offers']>, 'state'>

/** Ends the open offers of the agreements. @returns which they are, at most one of each agreement */
export const endOffer = (tx: Transaction, agreements: number[], ending: Ending): Promise<OfferOf[]> =>
  tx
    .updateTable('agreement_offers')
    .set(ending)
    .where('agreement_id', '=', oneOf(agreements))
    .where('state', '=', 'open')
    .returning(['agreement_id', 'id as offer_id'])
    .execute()

/** Adds a test result. Results are never replaced: those for other builds and from colleagues stay. */
export const insertResult = (tx: Transaction, row: Insertable<DB['test_results']>) =>
  tx.insertInto('test_results').values(row).execute()
