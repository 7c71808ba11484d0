import type { WrittenEvent } from '../../../../platform/events.ts'
import type { Transaction } from '../../../../platform/transaction.ts'
import { heldUntil } from '../../rules.ts'
import { lockHeld, writeHeld } from '../../store/letters.ts'

/** Sends an event's letter at once, or holds it to be sent in one with those that follow (docs/decisions/0038). */
export async function letOrHold(
  tx: Transaction,
  event: WrittenEvent,
  topic: string,
  atOnce: () => Promise<void>,
): Promise<void> {
  const key = { entity: event.entity, entity_id: event.entity_id, topic }
  const held = await lockHeld(tx, key)
  const wait = heldUntil(held, event.at)
  if (wait) return writeHeld(tx, key, { ...wait, event_ids: [...held.event_ids, event.id] })
  await writeHeld(tx, key, { sent_at: event.at })
  return atOnce()
}
