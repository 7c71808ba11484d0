import { sql } from 'kysely'
import type { Db } from '../../../platform/call.ts'

/** The entries that may be sent to both sides, neither internal nor withdrawn meanwhile, with their threads. */
export const sharedEntries = (db: Db, entry_ids: number[]) =>
  db
    .selectFrom('shared_entries as e')
    .innerJoin('shared_threads as t', 't.id', 'e.thread_id')
    .select(['e.id', 'e.text', 'e.thread_id', 't.side', 't.owner_id'])
    .select((eb) =>
      eb
        .selectFrom('shared_entries as first')
        .select(({ fn }) => fn.min('first.id').as('id'))
        .whereRef('first.thread_id', '=', 't.id')
        .$asScalar()
        .as('first_id'),
    )
    .where('e.id', '=', sql<number>`any(${entry_ids}::int[])`)
    .where('e.internal', '=', false)
    .where('e.withdrawn_at', 'is', null)
    .orderBy('e.id')
    .execute()

/** A thread with its first entry. */
export const threadAround = (db: Db, id: number) =>
  db
    .selectFrom('shared_threads as t')
    .innerJoin('shared_entries as e', 'e.thread_id', 't.id')
    .select(['t.id', 't.side', 't.author_id', 't.address', 't.owner_id', 't.due', 'e.text'])
    .where('t.id', '=', id)
    .orderBy('e.id')
    .limit(1)
    .executeTakeFirstOrThrow()

/** The client's people who have written in these threads: by id, and addresses without an account. */
export async function spokeIn(db: Db, thread_ids: number[]) {
  const rows = await db
    .selectFrom('shared_entries as e')
    .select(['e.author_id', 'e.address'])
    .distinct()
    .where('e.thread_id', '=', sql<number>`any(${thread_ids}::int[])`)
    .where('e.side', '=', 'client')
    .execute()
  return {
    ids: rows.flatMap(({ author_id }) => (author_id === null ? [] : [author_id])),
    addresses: rows.flatMap(({ address }) => (address === null ? [] : [address])),
  }
}

/** Whether a letter about the agreement was ever sent to the client. */
export async function wasSent(db: Db, agreement_id: number): Promise<boolean> {
  const found = await db
    .selectFrom('letters')
    .select('id')
    .where('entity', '=', 'agreement')
    .where('entity_id', '=', agreement_id)
    .where('kind', 'in', ['agreement.sent', 'agreement.moved', 'agreement.offer_accepted', 'agreement.reminded'])
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
