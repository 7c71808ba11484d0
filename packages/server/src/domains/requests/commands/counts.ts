import type { Deps } from '../../../platform/call.ts'
import { NOBODY } from '../../../platform/person.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { releasesToCount } from '../queries/counts.ts'
import { writeCounts } from '../store/counts.ts'

/** Keeps how many requests each company has in each release, and their hours (docs/decisions/0143). */

/** The newest ones first, because most changes are there. A million requests are in fewer releases than this. */
const RELEASES_AT_ONCE = 5000

/** Counts the requests of releases that have changed or have not been counted yet, each in a transaction of its own. */
export async function keepCounts(deps: Deps): Promise<void> {
  for (const { release_id } of await releasesToCount.all(deps.db, { most: RELEASES_AT_ONCE })) {
    await inTransaction({ deps, person: NOBODY }, (tx) => writeCounts(tx, release_id))
  }
}
