import type { Deps } from '../../../platform/call.ts'
import { NOBODY } from '../../../platform/person.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { validSince } from '../rules.ts'
import { removeOver } from '../store/sessions.ts'

/** Deletes sessions that are over. */
export async function sweepSessions(deps: Deps): Promise<void> {
  const valid = validSince(deps.clock.now(), deps.settings)
  await inTransaction({ deps, person: NOBODY }, (tx) => removeOver(tx, valid))
}
