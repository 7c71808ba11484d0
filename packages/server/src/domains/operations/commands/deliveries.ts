import type { BodyOf, deliveries } from '@vypusk/contract'
import type { Call, Deps } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { emit } from '../../../platform/events.ts'
import { NOBODY } from '../../../platform/person.ts'
import { refuseWith } from '../../../platform/refusal.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { lockDeliveries, lockWithoutJob, queueAgain, sendJobs, type OfDelivery } from '../../deliveries/port.ts'
import { reasons } from '../../letters/port.ts'
import { filtersOf, narrowed } from '../queries/delivery-filters.ts'

/**
 * The deliveries to retry. Those named by id may also be waiting between two attempts; of those matching the filters
 * only the failed ones are taken.
 */
const chosen = (body: BodyOf<typeof deliveries.retry>) => (eb: OfDelivery) => {
  const failed = eb('d.state', '=', 'failed')
  if (!('ids' in body)) return eb.and([narrowed(eb, filtersOf(body)), failed])
  const waits = eb.and([eb('d.state', '=', 'queued'), eb('d.attempts', '>', 0)])
  return eb.and([eb('d.id', 'in', body.ids), eb.or([failed, waits])])
}

/** Sends failed deliveries again. Of two calls at once the second finds nothing left to send. */
export async function retryDeliveries(call: Call<typeof deliveries.retry>) {
  const { deps, body } = call
  const retried = await inTransaction(call, async (tx) => {
    const taken = await lockDeliveries(tx, chosen(body))
    const due = deps.remote ? taken : taken.filter(({ kind }) => kind !== 'ftp')
    if (due.length === 0 && taken.length > 0) throw refuseWith(reasons.noFtp)
    if (due.length === 0) return 0
    const ids = due.map(({ id }) => id)
    await sendJobs(tx, deps.jobs, await queueAgain(tx, ids, momentOf(deps.clock)))
    // One event for all of them: open screens load what they show.
    await emit(tx, call, { kind: 'delivery.retried', entity: 'delivery', entity_id: 0, companies: [], data: { ids } })
    return ids.length
  })
  return { message: 'Success', retried }
}

/**
 * Queues waiting deliveries that have no job: the process was killed too often while sending, or the queue was lost
 * when a backup was restored. Copies keep waiting if no FTP server is set up.
 */
export async function sweepDeliveries(deps: Deps): Promise<void> {
  const swept = await inTransaction({ deps, person: NOBODY }, async (tx) => {
    const waiting = await lockWithoutJob(tx)
    const due = waiting.filter(({ job }) => deps.remote !== null || job !== 'copy')
    await sendJobs(tx, deps.jobs, due)
    return due.length
  })
  if (swept > 0) deps.log.warn({ swept }, 'waiting deliveries had no job')
}
