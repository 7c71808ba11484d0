import { sql } from 'kysely'
import type { Db } from '../../../platform/call.ts'
import { WITHDRAWN } from '../../../platform/text/plain-text.ts'
import { statement } from '../../../platform/statement.ts'
import { ADDRESSEE, type Ids } from './letters.ts'
import type { Addressee } from '../rules.ts'
import { oneOf } from '../../../platform/sql.ts'

/** Whether staff began the thread, in their own name or for the client. */
const byStaff = sql<boolean>`exists (
  select from shared_users as author where author.id = t.author_id and author."isRivc")`.as('by_staff')

/** The entries that may be sent to both sides, neither internal nor withdrawn meanwhile, with their threads. */
export const sharedEntries = statement((db, { ids }: Ids) =>
  db
    .selectFrom('shared_entries as e')
    .innerJoin('shared_threads as t', 't.id', 'e.thread_id')
    .select(['e.id', 'e.text', 'e.thread_id', 't.owner_id', byStaff])
    .select((eb) =>
      eb
        .selectFrom('shared_entries as first')
        .select(({ fn }) => fn.min('first.id').as('id'))
        .whereRef('first.thread_id', '=', 't.id')
        .$asScalar()
        .as('first_id'),
    )
    .where('e.id', '=', oneOf(ids))
    .where('e.internal', '=', false)
    .where('e.withdrawn_at', 'is', null)
    .orderBy('e.id'),
)

/** A thread with the words it began with. */
export const threadAround = statement((db, { id }: { id: number }) =>
  db
    .selectFrom('shared_threads as t')
    .innerJoin('shared_entries as e', 'e.thread_id', 't.id')
    .select([
      't.id',
      'e.id as first_id',
      't.side',
      't.author_id',
      't.address',
      't.owner_id',
      't.due',
      't.state',
      byStaff,
    ])
    .select(sql<string>`case when e.withdrawn_at is null then e.text else ${WITHDRAWN} end`.as('text'))
    .where('t.id', '=', id)
    .orderBy('e.id')
    .limit(1),
)

/** The people who wrote entries: by name, or the address of somebody without an account. */
const authors = statement((db, { ids }: Ids) =>
  db
    .selectFrom('shared_entries as e')
    .leftJoin('shared_users as u', 'u.id', 'e.author_id')
    .select(sql<string>`coalesce(u.name, e.address, '')`.as('name'))
    .distinct()
    .where('e.id', '=', oneOf(ids)),
)

/** The names of those who wrote entries, in one line. */
export const authorsOf = async (db: Db, ids: number[]): Promise<string> =>
  (await authors.all(db, { ids })).map(({ name }) => name).join(', ')

/** Those of these entries that were withdrawn since a letter was written, which then says so itself. */
export const withdrawnSince = statement((db, { ids, at }: Ids & { at: string }) =>
  db.selectFrom('shared_entries').select('id').where('id', '=', oneOf(ids)).where('withdrawn_at', '>=', at),
)

/** Those of these entries that were withdrawn. */
export const withdrawnAmong = statement((db, { ids }: Ids) =>
  db.selectFrom('shared_entries').select('id').where('id', '=', oneOf(ids)).where('withdrawn_at', 'is not', null),
)

const speakers = statement((db, { ids }: Ids) =>
  db
    .selectFrom('shared_entries as e')
    .select(['e.author_id', 'e.address'])
    .distinct()
    .where('e.thread_id', '=', oneOf(ids))
    .where('e.side', '=', 'client'),
)

/** The client's people who have written in these threads: by id, and addresses without an account. */
export async function spokeIn(db: Db, thread_ids: number[]) {
  const rows = await speakers.all(db, { ids: thread_ids })
  return {
    ids: rows.flatMap(({ author_id }) => (author_id === null ? [] : [author_id])),
    addresses: rows.flatMap(({ address }) => (address === null ? [] : [address])),
  }
}

/** A letter about the agreement that was sent to the client; undefined if there was never one. */
export const anySent = statement((db, { id }: { id: number }) =>
  db
    .selectFrom('letters')
    .select('id')
    .where('entity', '=', 'agreement')
    .where('entity_id', '=', id)
    .where('kind', 'in', ['agreement.sent', 'agreement.moved', 'agreement.offer_accepted', 'agreement.reminded'])
    .limit(1),
)

const unclosed = statement((db, { ids }: Ids) =>
  db
    .selectFrom('shared_threads as t')
    .innerJoin('shared_users as u', (join) =>
      join.on((eb) =>
        eb.or([
          eb('u.id', '=', eb.ref('t.author_id')),
          eb('u.id', 'in', (inner) =>
            inner
              .selectFrom('shared_substitutes as s')
              .select('s.substitute_id')
              .whereRef('s.user_id', '=', 't.author_id'),
          ),
        ]),
      ),
    )
    .select(ADDRESSEE)
    .select(sql<number>`t.agreement_id`.as('agreement_id'))
    .where('t.agreement_id', '=', oneOf(ids))
    .where('t.state', '<>', 'closed')
    .orderBy('u.id'),
)

/** The people who wait for what becomes of remarks that they raised about agreements, with their substitutes, by agreement. */
export const remarkersOf = async (db: Db, agreements: number[]): Promise<Map<number, Addressee[]>> =>
  Map.groupBy(await unclosed.all(db, { ids: agreements }), ({ agreement_id }) => agreement_id)
