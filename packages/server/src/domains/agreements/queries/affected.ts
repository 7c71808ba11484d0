import { sql } from 'kysely'
import type { Db } from '../../../platform/call.ts'
import { statement } from '../../../platform/statement.ts'
import { oneOf } from '../../../platform/sql.ts'

/** Finds the agreements that a change affects: those that are not deleted, in the order of their ids. */

/** Companies of a release that a change of it concerns; `all` stands for every company that has an agreement. */
interface Concerned {
  release_id: number
  companies: number[] | 'all'
}

const idsOf = statement(
  (_, { rows }: { rows: string }) => sql<{ place: number; id: number }>`
    select concerned.place, a.id
    from jsonb_to_recordset(${rows}::jsonb) as concerned(place int, release_id int, companies int[])
    join agreements as a on a.release_id = concerned.release_id
      and (concerned.companies is null or a.company_id = any(concerned.companies))
    where a.deleted_at is null
    order by a.id`,
)

/**
 * Returns the agreements that each of the changes concerns, whether their release is deleted or not, in the order of
 * the changes.
 */
export async function agreementsConcerned(db: Db, all: Concerned[]): Promise<number[][]> {
  if (all.length === 0) return []
  const rows = all.map(({ release_id, companies }, place) => ({
    place,
    release_id,
    companies: companies === 'all' ? null : companies,
  }))
  const found = Map.groupBy(await idsOf.all(db, { rows: JSON.stringify(rows) }), ({ place }) => place)
  return all.map((_, place) => (found.get(place) ?? []).map(({ id }) => id))
}

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
