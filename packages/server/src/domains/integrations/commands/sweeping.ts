import type { Deps } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { furthest } from '../../../platform/elapsed.ts'
import { NOBODY } from '../../../platform/person.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { LONGEST_TOKEN_MS } from '../rules.ts'
import { endServicesAhead } from '../store/services.ts'
import { revokeAhead } from '../store/tokens.ts'

/** Ends the tokens and services of a clock that was ahead, before it gets there again. */
export async function sweepTokens(deps: Deps): Promise<void> {
  const now = momentOf(deps.clock)
  await inTransaction({ deps, person: NOBODY }, async (tx) => {
    await revokeAhead(tx, now, furthest(now, 0))
    await endServicesAhead(tx, now, furthest(now, LONGEST_TOKEN_MS))
  })
}
