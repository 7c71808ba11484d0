import type { Db } from '../../../platform/call.ts'
import { statement } from '../../../platform/statement.ts'
import { oneOf } from '../../../platform/sql.ts'

/** Finds the agreements that a change affects: those that are not deleted, in the order of their ids. */

const idsOf = statement((db, { release_id, companies }: { release_id: number; companies: number[] | null }) =>
  db
    .selectFrom('agreements')
    .select('id')
    .where('release_id', '=', release_id)
    .where('deleted_at', 'is', null)
    .$if(companies !== null, (q) => q.where('company_id', '=', oneOf(companies)))
    .orderBy('id'),
)

/** Returns the agreements of a release, whether the release is deleted or not. */
export const agreementsOfRelease = async (db: Db, release_id: number, companies: number[] | 'all'): Promise<number[]> =>
  (await idsOf.all(db, { release_id, companies: companies === 'all' ? null : companies })).map(({ id }) => id)

/** Returns the agreements of a company, or those with the ids, with their release; it is not deleted either. */
export const livingAgreements = statement((db, { company_id, ids }: { company_id?: number; ids?: number[] }) =>
  db
    .selectFrom('agreements as a')
    .innerJoin('shared_releases as r', 'r.id', 'a.release_id')
    .select(['a.id', 'a.release_id'])
    .$if(company_id !== undefined, (all) => all.where('a.company_id', '=', company_id ?? 0))
    .$if(ids !== undefined, (all) => all.where('a.id', '=', oneOf(ids)))
    .where('a.deleted_at', 'is', null)
    .where('r.deleted_at', 'is', null)
    .orderBy('a.release_id')
    .orderBy('a.id'),
)
