import { sql } from 'kysely'
import { agreements } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import type { Planned } from '../../../platform/text/plain-text.ts'
import { oneOf } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { companyZone } from '../../calendars/port.ts'

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

/** An open offer of a company that a publication hands its release to. */
interface LateOffer extends Planned {
  id: number
  agreement_id: number
  company_id: number
}

/** The open offers of the companies that the releases of a publication are handed over to. */
export const lateOffers = statement(
  (_, { publication_id }: { publication_id: number }) => sql<LateOffer>`
    select o.id, o.agreement_id, a.company_id, o."releaseDate", o."releaseTime",
      ${companyZone('a')} as company_zone
    from handed_over as item
    join handed_to as handed on handed.release_id = item.release_id
    join agreements as a on a.release_id = item.release_id and a.company_id = handed.idcomp and a.deleted_at is null
    join agreement_offers as o on o.agreement_id = a.id and o.state = 'open'
    where item.publication_id = ${publication_id}
    order by o.agreement_id`,
)
