import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/call.ts'
import { oneOf } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { isPresent } from '../../catalog/port.ts'

/** Who asks the client for a date: whoever reads that writes to this person. */

const ifPresent = (id: RawBuilder<unknown>) => sql`case when ${isPresent(id)} then ${id} end`

/**
 * The member of staff who asks about an agreement `a` of a release `r`: the one who did, and once they have left, who is
 * in charge of it then. If nobody of them is there, it stays the one who asked.
 * @param asked_by who sent the question; null for the author of the agreement
 */
export const presentAsker = (asked_by: RawBuilder<unknown>): RawBuilder<number> => sql<number>`coalesce(
  ${ifPresent(asked_by)}, ${ifPresent(sql.ref('a.author_id'))}, ${ifPresent(sql.ref('r.author_id'))}, (
    select min(named.user_id) from shared_release_users as named
    where named.release_id = r.id and ${isPresent(sql.ref('named.user_id'))}),
  ${asked_by}, a.author_id)`

const askers = statement((db, { agreements }: { agreements: number[] }) =>
  db
    .selectFrom('agreements as a')
    .innerJoin('shared_releases as r', 'r.id', 'a.release_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('approval_tokens as t')
          .select('t.asked_by')
          .whereRef('t.agreement_id', '=', 'a.id')
          .where('t.asked_by', 'is not', null)
          .orderBy('t.created_at', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select(['a.id', presentAsker(sql.ref('last.asked_by')).as('asker_id')])
    .where('a.id', '=', oneOf(agreements)),
)

/** Who asks about each agreement now, by agreement. */
export const askersOf = async (db: Db, agreements: number[]): Promise<Map<number, number>> =>
  new Map((await askers.all(db, { agreements })).map(({ id, asker_id }) => [id, asker_id]))
