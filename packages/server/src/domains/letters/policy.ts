import type { RefusalSpec } from '../../platform/refusal.ts'

/** Attempts after which nobody tries by itself: the queue's first and its retries. */
export const MOST_ATTEMPTS = 21

export const reasons = {
  underWay: [422, 'Письмо уже отправляется, подождите результата'],
} as const satisfies Record<string, RefusalSpec>

/** Repeating a delivery that no worker has touched yet would only send it twice. */
export const mayRepeat = ({ state, attempts }: { state: string; attempts: number }): RefusalSpec | true =>
  state === 'queued' && attempts === 0 ? reasons.underWay : true
