import { sql, type ExpressionBuilder } from 'kysely'
import type { Db } from '../../../platform/call.ts'
import type { DB } from '../../../platform/db-types.gen.ts'
import { inRussianOrder } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'

type Releases = ExpressionBuilder<DB, 'releases'>

/** How many requests companies that the release does not name have in it (docs/decisions/0143). */
const requestsOfUnnamed = (eb: Releases) =>
  eb
    .selectFrom('request_counts_for_releases as counted')
    .innerJoin('shared_companies as company', 'company.idcomp', 'counted.idcomp')
    .whereRef('counted.release_id', '=', 'releases.id')
    .where('company.deleted_at', 'is', null)
    .where((own) =>
      own.not(
        own.exists(
          own
            .selectFrom('release_companies as named')
            .select('named.idcomp')
            .whereRef('named.release_id', '=', 'releases.id')
            .whereRef('named.idcomp', '=', 'counted.idcomp'),
        ),
      ),
    )

/** These companies by name, with the number of their requests. */
export const unnamedOf = (eb: Releases) =>
  requestsOfUnnamed(eb)
    .select(['company.idcomp', 'company.namecomp', 'counted.requests'])
    .orderBy(inRussianOrder('company.namecomp'))
    .orderBy('company.idcomp')

/** The number of these companies. */
export const unnamedCount = (eb: Releases) =>
  requestsOfUnnamed(eb).select(({ fn }) => fn.countAll<number>().as('count'))

const releasesWithUnnamed = statement(
  () => sql<{ id: number }>`
    select distinct counted.release_id as id from request_counts_for_releases as counted
    join shared_companies as company on company.idcomp = counted.idcomp
    where company.deleted_at is null and not exists (
      select from release_companies as named
      where named.release_id = counted.release_id and named.idcomp = counted.idcomp)`,
)

/** Returns the ids of the releases that have any, read once for a whole list and its counts. */
export const withUnnamed = async (db: Db): Promise<number[]> =>
  (await releasesWithUnnamed.all(db, {})).map(({ id }) => id)
