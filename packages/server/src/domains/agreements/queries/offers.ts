import { agreements } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import { oneOf } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'

const rowsOf = statement((db, { agreement_id }: { agreement_id: number }) =>
  db
    .selectFrom('agreement_offers as o')
    .leftJoin('shared_users as u', 'u.id', 'o.user_id')
    .leftJoin('shared_users as s', 's.id', 'o.answered_by')
    .select(['o.id', 'o.releaseDate', 'o.releaseTime', 'o.reason', 'o.state', 'o.created_at', 'o.answer'])
    .select(['o.answered_at', 'o.user_id', 'o.address', 'u.name', 'o.answered_by', 's.name as answered_name'])
    .where('o.agreement_id', '=', agreement_id)
    .orderBy('o.id', 'desc')
    .limit(200),
)

/** Returns the dates that the client has offered, newest first; at most 200. */
export const offersOf = async (db: Db, agreement_id: number): Promise<agreements.Offer[]> =>
  (await rowsOf.all(db, { agreement_id })).map(
    ({ user_id, address, name, answered_by, answered_name, state, ...row }) => ({
      ...row,
      state: agreements.offerState.parse(state),
      user: { id: user_id ?? 0, name: name ?? address ?? '' },
      answered_by: answered_by === null ? null : { id: answered_by, name: answered_name ?? '' },
    }),
  )

/** Returns one offer of the agreement, in whatever state. */
export const offerOf = statement((db, { agreement_id, id }: { agreement_id: number; id: number }) =>
  db
    .selectFrom('agreement_offers')
    .select(['id', 'releaseDate', 'releaseTime', 'reason'])
    .where('agreement_id', '=', agreement_id)
    .where('id', '=', id),
)

/** The offers of the agreements that nobody has answered, at most one of each. */
export const openOffers = statement((db, { ids }: { ids: number[] }) =>
  db
    .selectFrom('agreement_offers')
    .select(['agreement_id', 'id as offer_id'])
    .where('agreement_id', '=', oneOf(ids))
    .where('state', '=', 'open'),
)
