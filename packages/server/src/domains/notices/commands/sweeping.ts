import type { Deps } from '../../../platform/call.ts'
import { daysAgo } from '../../../platform/clock.ts'
import { NOBODY } from '../../../platform/person.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { sweepNotices } from '../store.ts'

/** How many days a notice is kept after it was read. */
const READ_KEPT_DAYS = 90
/**
 * How many days a notice is kept at all: nobody catches up on anything older, and the thing's own history keeps what
 * happened.
 */
const KEPT_DAYS = 365

/** Deletes notices that were read long ago, and unread ones that are much older. */
export const forgetOld = async (deps: Deps): Promise<void> => {
  const { clock } = deps
  const before = { read: daysAgo(clock, READ_KEPT_DAYS), written: daysAgo(clock, KEPT_DAYS) }
  await inTransaction({ deps, person: NOBODY }, (tx) => sweepNotices(tx, before))
}
