import { sql, type ExpressionBuilder } from 'kysely'
import type { Db, Person } from '../../../platform/call.ts'
import type { DB } from '../../../platform/db-types.gen.ts'

/**
 * The requests a person may know of: all for staff; for a client the own company's in the modules
 * it uses (api.md, "Requests and backlog"). The table goes by `q`.
 */
export function requestsFor(db: Db, { isRivc, idcomp }: Person) {
  const living = db.selectFrom('requests as q').where('q.deleted_at', 'is', null)
  if (isRivc) return living
  return living
    .where('q.idcomp', '=', idcomp)
    .where('q.idmod', '=', sql<number>`any(array(select idmod from company_modules where idcomp = ${idcomp}))`)
}

/**
 * Whether a release may be named to the person: a client knows visible ones that include the own
 * company. The table goes by `r`.
 */
export function mayKnowRelease(eb: ExpressionBuilder<DB & { r: DB['releases'] }, 'r'>, { isRivc, idcomp }: Person) {
  const living = eb('r.deleted_at', 'is', null)
  if (isRivc) return living
  const including = eb
    .selectFrom('release_companies as rc')
    .select('rc.idcomp')
    .whereRef('rc.release_id', '=', 'r.id')
    .where('rc.idcomp', '=', idcomp)
  return eb.and([living, eb('r.is_visible_for_client', '=', true), eb.exists(including)])
}
