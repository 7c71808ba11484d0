import type { Deps } from '../../../platform/call.ts'
import { daysAgo, momentOf } from '../../../platform/clock.ts'
import { PRODUCT } from '../../../platform/person.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { announceOfDelivery, lockDeliveries, queueAgain, sendJobs } from '../../deliveries/port.ts'
import { isTheirsAgain } from '../queries/copies.ts'

/** What was hidden for longer is sent only by a person: newer files may be there by now. */
const RESUMED_WITHIN_DAYS = 30

/**
 * Queues copies again that were stopped because a release or a company was hidden, or the company was on the
 * not-publishing list, when that was only for a while.
 */
export async function resumeCopies(deps: Deps): Promise<void> {
  if (!deps.remote) return
  const actor = { deps, person: PRODUCT }
  await inTransaction(actor, async (tx) => {
    const stopped = await lockDeliveries(tx, isTheirsAgain(daysAgo(deps.clock, RESUMED_WITHIN_DAYS)))
    if (stopped.length === 0) return
    const ids = stopped.map(({ id }) => id)
    await sendJobs(tx, deps.jobs, await queueAgain(tx, ids, momentOf(deps.clock)))
    for (const id of ids) await announceOfDelivery(tx, actor, id)
  })
}
