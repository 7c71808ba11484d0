import { sql } from 'kysely'
import type { Db } from '../../../platform/call.ts'

/** Which agreements a change reaches: those that are not deleted, by number. */

/** Of a release, whether it is deleted or not. */
export async function agreementsOfRelease(db: Db, release_id: number, companies: number[] | 'all'): Promise<number[]> {
  const rows = await db
    .selectFrom('agreements')
    .select('id')
    .where('release_id', '=', release_id)
    .where('deleted_at', 'is', null)
    .$if(companies !== 'all', (q) => q.where('company_id', '=', sql<number>`any(${companies}::int[])`))
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Of a company, in releases that are there. */
export const agreementsOfCompany = (db: Db, company_id: number) =>
  db
    .selectFrom('agreements as a')
    .innerJoin('shared_releases as r', 'r.id', 'a.release_id')
    .select(['a.id', 'a.release_id'])
    .where('a.company_id', '=', company_id)
    .where('a.deleted_at', 'is', null)
    .where('r.deleted_at', 'is', null)
    .orderBy('a.release_id')
    .orderBy('a.id')
    .execute()

/** The releases of these agreements, of those that are there. */
export const releasesOfAgreements = (db: Db, ids: number[]) =>
  db
    .selectFrom('agreements as a')
    .innerJoin('shared_releases as r', 'r.id', 'a.release_id')
    .select(['a.id', 'a.release_id'])
    .where('a.id', '=', sql<number>`any(${ids}::int[])`)
    .where('a.deleted_at', 'is', null)
    .where('r.deleted_at', 'is', null)
    .orderBy('a.release_id')
    .orderBy('a.id')
    .execute()
