import { allow } from '../../../platform/ability.ts'
import type { Actor } from '../../../platform/call.ts'
import { daysAgo } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { hasRoomFor, UNUSED_DAYS, type Amount } from '../policy.ts'
import { roomTaken } from '../store/room.ts'

/**
 * Checks that the person may upload this much more; the answer is valid until the transaction ends.
 * @throws Refusal 422 if too much of their uploads is unused already
 */
export async function admit(tx: Transaction, { deps, person }: Actor, more: Amount): Promise<void> {
  // One more day, as the nightly sweeping may be late.
  const taken = await roomTaken(tx, person.id, daysAgo(deps.clock, UNUSED_DAYS + 1))
  allow(hasRoomFor(taken, more, deps.settings))
}
