import type { Deps } from '../../../platform/call.ts'
import { daysAgo, momentOf } from '../../../platform/clock.ts'
import { NOBODY } from '../../../platform/person.ts'
import { announceOwnNews } from '../../../platform/live/own-news.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { settlePassed, sweepNotices } from '../store.ts'

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

/** Settles notices that ask for a date which has passed since: no event says so. */
export const endPassed = (deps: Deps): Promise<void> =>
  inTransaction({ deps, person: NOBODY }, async (tx) =>
    announceOwnNews(tx, [...new Set(await settlePassed(tx, momentOf(deps.clock)))]),
  )
