import { sql } from 'kysely'
import type { Db } from '../../../platform/call.ts'

/** As many requests a letter names. */
const NAMED = 8

/** What of the release its company may read: its own requests in it, as many as a letter names. */
export async function ownRequests(db: Db, { release_id, company_id }: { release_id: number; company_id: number }) {
  const rows = await db
    .selectFrom('shared_requests as q')
    .innerJoin('open_requests as open', (join) => join.onRef('open.request_id', '=', 'q.id'))
    .innerJoin('open_releases as released', (join) =>
      join.onRef('released.release_id', '=', 'q.release_id').onRef('released.idcomp', '=', 'open.idcomp'),
    )
    .select(['q.id', 'q.e_title', sql<number>`count(*) over ()::int`.as('total')])
    .where('q.release_id', '=', release_id)
    .where('open.idcomp', '=', company_id)
    .orderBy('q.id')
    .limit(NAMED)
    .execute()
  return { requests: rows.map(({ id, e_title }) => ({ id, e_title })), total: rows[0]?.total ?? 0 }
}

/** Who offered a date, and what became of it. */
export const offerBy = (db: Db, id: number) =>
  db
    .selectFrom('shared_agreement_offers as o')
    .select(['o.user_id', 'o.address', 'o.releaseDate', 'o.releaseTime'])
    .where('o.id', '=', id)
    .executeTakeFirst()
