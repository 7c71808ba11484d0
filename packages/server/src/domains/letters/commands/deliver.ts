import type { letters } from '@vypusk/contract'
import { allow } from '../../../platform/ability.ts'
import type { Call, Deps, Doer } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { asError, concludeAttempt, tellOfDelivery, writeAttempt } from '../../../platform/deliveries.ts'
import { RefusedForGood } from '../../../platform/mailer.ts'
import { outcomeOfDelivery } from '../../../platform/outcome.ts'
import type { JobKinds } from '../../../platform/jobs.ts'
import { NOBODY } from '../../../platform/person.ts'
import { refuse } from '../../../platform/refusal.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { NO_LONGER_THEIRS } from '../../publications/port.ts'
import { mayRepeat } from '../policy.ts'
import { reasonOf } from '../rules.ts'
import { lockDelivery, takeWaiting } from '../store.ts'
import { asItMayGo } from './renewing.ts'

const STOPPED = { error: new Error(NO_LONGER_THEIRS), reason: NO_LONGER_THEIRS, isFinal: true }

/**
 * Tries one delivery once, holding its row: two workers never send the same. What became of it is
 * kept before the queue hears of the failure.
 * @throws the error, when trying again makes sense
 */
export async function deliver(deps: Deps, { delivery_id, repeat }: JobKinds['deliver']): Promise<void> {
  const doer: Doer = { deps, person: NOBODY }
  const again = await inTransaction(doer, async (tx) => {
    const waiting = await takeWaiting(tx, delivery_id)
    if (!waiting) return undefined
    const host = new URL(deps.settings.publicUrl).hostname
    const messageId = `<delivery-${delivery_id}${repeat ? `-${repeat}` : ''}@${host}>`
    const written = await asItMayGo(tx, deps, waiting)
    if (!written) return concludeAttempt(tx, doer, waiting, STOPPED)
    const { subject, html, text } = written
    const { target, ics } = waiting
    const error = await deps.mailer
      .send({ messageId, to: target, subject, html, text, ics })
      .then(() => undefined, asError)
    const failure = error && { error, reason: reasonOf(error), isFinal: error instanceof RefusedForGood }
    return concludeAttempt(tx, doer, waiting, failure)
  })
  if (again) throw again
}

/** A person has one delivery tried once more, whether it failed or arrived and was not found. */
export async function repeatDelivery(call: Call<typeof letters.retryDelivery>) {
  const { deps, params } = call
  const { id } = params
  const kind = await inTransaction(call, async (tx) => {
    const delivery = await lockDelivery(tx, id)
    if (!delivery) throw refuse('not_found')
    allow(mayRepeat(delivery, { hasFtp: deps.remote !== null }))
    const at = momentOf(deps.clock)
    await writeAttempt(tx, id, { state: 'queued', attempts: 0, last_error: null, at })
    // A letter that arrived once would be taken for its own double under the same message id.
    const repeat = delivery.state === 'sent' ? { repeat: String(Date.parse(at)) } : {}
    if (delivery.kind === 'ftp') await deps.jobs.send(tx, 'copy', { delivery_id: id })
    else await deps.jobs.send(tx, 'deliver', { delivery_id: id, ...repeat })
    await tellOfDelivery(tx, call, id)
    return delivery.kind
  })
  const outcome = await outcomeOfDelivery(deps, id)
  const none = 'none' as const
  return { message: 'Success', ...(kind === 'ftp' ? { mail: none, ftp: outcome } : { mail: outcome, ftp: none }) }
}
