import type { Actor } from '../../platform/call.ts'
import { momentOf } from '../../platform/clock.ts'
import { emit } from '../../platform/events.ts'
import type { Transaction } from '../../platform/transaction.ts'
import { MOST_ATTEMPTS } from './rules.ts'
import { writeAttempt } from './store.ts'
import './events.ts'

/** Letters and copies are staff's. */
const frameOf = (entity_id: number) => ({ entity: 'delivery' as const, entity_id, companies: [] })

/** Screens that show the delivery follow. */
export const announceOfDelivery = (tx: Transaction, actor: Actor, id: number) =>
  emit(tx, actor, { ...frameOf(id), kind: 'changed', data: {} })

export interface Failure {
  error: Error
  /** For the person who has to do something about it. */
  reason: string
  /** Trying again would not help. */
  isFinal: boolean
}

/**
 * Writes down how an attempt went and tells the screens, before the queue hears of a failure.
 * @returns the error when the queue shall try again
 */
export async function concludeAttempt(
  tx: Transaction,
  actor: Actor,
  { id, attempts }: { id: number; attempts: number },
  failure: Failure | undefined,
): Promise<Error | undefined> {
  const tried = attempts + 1
  const isOver = failure !== undefined && (failure.isFinal || tried >= MOST_ATTEMPTS)
  const state = failure === undefined ? 'sent' : isOver ? 'failed' : 'queued'
  const at = momentOf(actor.deps.clock)
  await writeAttempt(tx, id, { state, attempts: tried, last_error: failure?.reason ?? null, at })
  if (isOver) await emit(tx, actor, { ...frameOf(id), kind: 'delivery.failed', data: {} })
  else await announceOfDelivery(tx, actor, id)
  if (failure) actor.deps.log.warn({ err: failure.error, delivery_id: id, state }, 'a delivery did not arrive')
  return state === 'queued' ? failure?.error : undefined
}
