import { sql, type ExpressionBuilder } from 'kysely'
import type { Db } from '../../../platform/call.ts'
import type { DB } from '../../../platform/db-types.gen.ts'
import { inRussianOrder } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'

type Releases = ExpressionBuilder<DB, 'releases'>

/** The requests of companies that the release does not name. */
const requestsOfUnnamed = (eb: Releases) =>
  eb
    .selectFrom('shared_requests as request')
    .innerJoin('shared_companies as company', 'company.idcomp', 'request.idcomp')
    .whereRef('request.release_id', '=', 'releases.id')
    .where('request.deleted_at', 'is', null)
    .where('company.deleted_at', 'is', null)
    .where((own) =>
      own.not(
        own.exists(
          own
            .selectFrom('release_companies as named')
            .select('named.idcomp')
            .whereRef('named.release_id', '=', 'releases.id')
            .whereRef('named.idcomp', '=', 'request.idcomp'),
        ),
      ),
    )

/** These companies by name, with the number of their requests. */
export const unnamedOf = (eb: Releases) =>
  requestsOfUnnamed(eb)
    .select(['company.idcomp', 'company.namecomp'])
    .select(({ fn }) => fn.countAll<number>().as('requests'))
    .groupBy(['company.idcomp', 'company.namecomp'])
    .orderBy(inRussianOrder('company.namecomp'))
    .orderBy('company.idcomp')

/** The number of these companies. */
export const unnamedCount = (eb: Releases) =>
  requestsOfUnnamed(eb).select(({ fn }) => fn.count<number>('request.idcomp').distinct().as('count'))

const releasesWithUnnamed = statement(
  () => sql<{ id: number }>`
    select distinct pair.release_id as id from (
      select distinct release_id, idcomp from shared_requests
      where release_id is not null and deleted_at is null) as pair
    join shared_companies as company on company.idcomp = pair.idcomp
    where company.deleted_at is null and not exists (
      select from release_companies as named
      where named.release_id = pair.release_id and named.idcomp = pair.idcomp)`,
)

/**
 * Returns the ids of the releases that have any. The distinct pairs of release and company, a fourteenth of the requests,
 * are collected once for a whole list and its counts.
 */
export const withUnnamed = async (db: Db): Promise<number[]> =>
  (await releasesWithUnnamed.all(db, {})).map(({ id }) => id)
