import type { Deps } from '../../../platform/call.ts'
import { daysAgo } from '../../../platform/clock.ts'
import { NOBODY } from '../../../platform/person.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { sweepNotices } from '../store.ts'

/** Days a notice stays after it was read. */
const READ_KEPT_DAYS = 90
/** Days it stays at all: nobody reads up on what is older, and the thing's own history keeps what happened. */
const KEPT_DAYS = 365

/** Forgets notices that were read long ago, and those nobody has read for much longer. */
export const forgetOld = async (deps: Deps): Promise<void> => {
  const { clock } = deps
  const before = { read: daysAgo(clock, READ_KEPT_DAYS), told: daysAgo(clock, KEPT_DAYS) }
  await inTransaction({ deps, person: NOBODY }, (tx) => sweepNotices(tx, before))
}
