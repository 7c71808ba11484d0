import { sql } from 'kysely'
import type { Db } from '../../../platform/call.ts'
import { oneOf } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import type { Ids } from './letters.ts'

/** The most requests named in a letter. */
const NAMED = 8

/** The requests of the release that a letter names. */
export interface OwnRequests {
  requests: { id: number; e_title: string }[]
  total: number
}

type Row = { agreement_id: number; id: number; e_title: string; total: number }

const ownRequests = statement(
  (_, { agreements }: { agreements: number[] }) => sql<Row>`
    select agreement_id, id, e_title, total from (
      select a.id as agreement_id, q.id, q.e_title, count(*) over own::int as total,
        row_number() over (partition by a.id order by q.id) as place
      from shared_agreements as a
      join shared_requests as q on q.release_id = a.release_id
      join open_requests as open on open.request_id = q.id and open.idcomp = a.company_id
      join open_releases as released on released.release_id = a.release_id and released.idcomp = a.company_id
      where a.id = any(${agreements}::int[])
      window own as (partition by a.id)) as named
    where place <= ${NAMED} order by agreement_id, id`,
)

/** For each agreement, its company's own requests in the release that it may see, as many as a letter names. */
export async function ownRequestsOf(db: Db, agreements: number[]): Promise<(agreement_id: number) => OwnRequests> {
  const by = Map.groupBy(await ownRequests.all(db, { agreements }), ({ agreement_id }) => agreement_id)
  return (agreement_id) => {
    const own = by.get(agreement_id) ?? []
    return { requests: own.map(({ id, e_title }) => ({ id, e_title })), total: own[0]?.total ?? 0 }
  }
}

/** An offered date and the person who offered it. */
export const offersBy = statement((db, { ids }: Ids) =>
  db
    .selectFrom('shared_agreement_offers as o')
    .select(['o.id', 'o.user_id', 'o.address', 'o.releaseDate', 'o.releaseTime'])
    .where('o.id', '=', oneOf(ids)),
)

/** The offered date of an agreement that nobody has answered yet. */
export const openOffer = statement((db, { agreement_id }: { agreement_id: number }) =>
  db
    .selectFrom('shared_agreement_offers as o')
    .select(['o.releaseDate', 'o.releaseTime', 'o.reason'])
    .where('o.agreement_id', '=', agreement_id)
    .where('o.state', '=', 'open'),
)
