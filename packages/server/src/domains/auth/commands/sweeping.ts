import type { Deps } from '../../../platform/call.ts'
import { furthest } from '../../../platform/elapsed.ts'
import { NOBODY } from '../../../platform/person.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { EMERGENCY_MS, PASSWORD_LINK_MS } from '../policy.ts'
import { validSince } from '../rules.ts'
import { endEmergencyAhead, removeLinksAhead } from '../store/passwords.ts'
import { correctAhead, removeOver } from '../store/sessions.ts'

/** Deletes sessions that are over, and what was opened by a clock that was ahead. */
export async function sweepSessions(deps: Deps): Promise<void> {
  const valid = validSince(deps.clock.now(), deps.settings)
  await inTransaction({ deps, person: NOBODY }, async (tx) => {
    await correctAhead(tx, valid)
    await removeOver(tx, valid)
    await removeLinksAhead(tx, furthest(valid.now, PASSWORD_LINK_MS))
    await endEmergencyAhead(tx, furthest(valid.now, EMERGENCY_MS))
  })
}
