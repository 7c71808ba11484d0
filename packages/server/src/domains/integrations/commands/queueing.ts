import type { Jobs } from '../../../platform/jobs.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { groupOf } from '../rules.ts'
import '../events.ts'

/** Queues the first attempt at each delivery. */
export const queueDeliveries = (tx: Transaction, jobs: Jobs, all: { id: number; url: string }[]): Promise<void> =>
  jobs.sendAll(
    tx,
    'webhook',
    all.map(({ id }) => ({ delivery_id: id })),
    all.map(({ id, url }) => groupOf(url, id)),
  )

/** Queues the next attempt at a delivery for the time that its receiver has asked for. */
export const putOff = (
  tx: Transaction,
  jobs: Jobs,
  { id, url, seconds }: { id: number; url: string; seconds: number },
): Promise<void> => jobs.send(tx, 'webhook', { delivery_id: id, is_put_off: true }, seconds, groupOf(url, id))
