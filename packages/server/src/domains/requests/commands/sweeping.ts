import type { Deps } from '../../../platform/call.ts'
import { daysAgo, momentOf } from '../../../platform/clock.ts'
import { NOBODY } from '../../../platform/person.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { dropLeft } from '../store/import/left.ts'

/** Deletes what imports left whose process died a day ago: nobody else may ever import again. */
export const sweepImports = (deps: Deps): Promise<void> =>
  inTransaction({ deps, person: NOBODY }, (tx) =>
    dropLeft(tx, { before: daysAgo(deps.clock, 1), now: momentOf(deps.clock) }),
  )
