import { sql } from 'kysely'
import { insertRows } from '../../../platform/inserting.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { giveLetter } from '../../deliveries/port.ts'

/** What letters said when they were sent, if that is not what had been written. */

/** The releases of its publication that a letter does not tell a company of for now. */
export interface LeftOut {
  idcomp: number
  release_ids: number[]
}

/** A letter that was written again before it was sent. */
interface AsSent {
  subject: string
  html: string
  text: string
  told_sha?: string | undefined
  release_ids?: number[] | null | undefined
}

interface SentTo {
  /** The id of the delivery. */
  id: number
  letter_id: number
}

/**
 * Keeps a letter as it was sent to an address: what was written first was read by nobody there. If the letter goes to
 * others too, this address gets a letter of its own.
 */
export async function keepAsSent(tx: Transaction, { id, letter_id }: SentTo, sent: AsSent): Promise<void> {
  const written = await tx
    .selectFrom('letters')
    .selectAll()
    .where('id', '=', letter_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { entity, entity_id } = written
  const other = await tx
    .selectFrom('shared_deliveries')
    .select('id')
    .where('entity', '=', entity)
    .where('entity_id', '=', entity_id)
    .where('letter_id', '=', letter_id)
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst()
  const { told_sha, release_ids } = written
  const kept = { ...sent, told_sha: sent.told_sha ?? told_sha, release_ids: sent.release_ids ?? release_ids }
  if (!other) return void (await tx.updateTable('letters').set(kept).where('id', '=', letter_id).execute())
  const own = await tx
    .insertInto('letters')
    .values({ ...written, ...kept, id: undefined })
    .returning('id')
    .executeTakeFirstOrThrow()
  await giveLetter(tx, id, own.id)
}

/** Stores which releases a sent letter did not tell of. @param at ISO 8601 */
export async function keepLeftOut(
  tx: Transaction,
  delivery_id: number,
  { idcomp, release_ids }: LeftOut,
  at: string,
): Promise<void> {
  if (release_ids.length === 0) return
  const rows = release_ids.map((release_id) => ({ delivery_id, release_id, idcomp, at }))
  await insertRows(tx, 'letters_left_out', rows)
    .onConflict((known) => known.columns(['delivery_id', 'release_id']).doNothing())
    .execute()
}

/** A release that an address was not told of, with the event that it should have read of. */
export interface Untold {
  event_id: number
  publication_id: number
  idcomp: number
  release_id: number
  target: string
  reply_to: string | null
  /** It may have been told of before a restore. */
  is_unsure: boolean
}

/**
 * Takes the releases that were left out since then and that their companies get now; what was left out earlier is
 * forgotten. Two processes never take the same one.
 * @param since ISO 8601
 */
export async function takeLeftOut(tx: Transaction, since: string): Promise<Untold[]> {
  await tx.deleteFrom('letters_left_out').where('at', '<=', since).execute()
  const { rows } = await sql<Untold & { delivery_id: number }>`
    delete from letters_left_out as untold
    using shared_deliveries as d
      join letters as letter on letter.id = d.letter_id
      join shared_publications as p on p.id = d.entity_id and p.withdrawn_at is null
    where d.id = untold.delivery_id and exists (
      select from open_publication_items as open
      join shared_companies as company on company.idcomp = open.idcomp and company.deleted_at is null
      where open.publication_id = d.entity_id and open.release_id = untold.release_id and open.idcomp = untold.idcomp)
    returning letter.event_id, d.entity_id as publication_id, untold.idcomp, untold.release_id, d.target, letter.reply_to,
      untold.is_unsure, untold.delivery_id`.execute(tx)
  return rows.toSorted((a, b) => a.delivery_id - b.delivery_id || a.release_id - b.release_id)
}
