import { sql } from 'kysely'
import type { Db } from '../../../platform/call.ts'

/** Finds the agreements that a change affects: those that are not deleted, in the order of their ids. */

/** Returns the agreements of a release, whether the release is deleted or not. */
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

/** Returns the agreements of a company in releases that are not deleted. */
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

/** Returns those of the agreements whose release is not deleted, with that release. */
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
