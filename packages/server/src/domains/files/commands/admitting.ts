import { allow } from '../../../platform/ability.ts'
import type { Actor } from '../../../platform/call.ts'
import { daysAgo } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { hasRoomFor, UNUSED_DAYS, type Amount } from '../policy.ts'
import { roomTaken } from '../store/room.ts'

/**
 * Asks whether the person may send so much more; the answer holds until the transaction ends.
 * @throws Refusal 422 when too much waits for a place already
 */
export async function admit(tx: Transaction, { deps, person }: Actor, more: Amount): Promise<void> {
  // A night's sweeping may be late.
  const taken = await roomTaken(tx, person.id, daysAgo(deps.clock, UNUSED_DAYS + 1))
  allow(hasRoomFor(taken, more, deps.settings))
}
