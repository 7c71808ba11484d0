import type { consequences } from '@vypusk/contract'
import type { Call } from '../../../platform/call.ts'
import { emit } from '../../../platform/events.ts'
import { refuseWith } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { lockReleases } from '../../releases/port.ts'
import { agreementPolicy, reasons } from '../policy.ts'
import { livingAgreements } from '../queries/affected.ts'
import { lockLiveAgreements } from '../store/agreements.ts'
import { carryOut } from './withdrawing.ts'
import '../events.ts'

type WithdrawCall = Call<typeof consequences.withdraw>

/**
 * Withdraws agreements at a person's request, for instance of a release that was hidden. Locks releases before their
 * agreements.
 */
export const withdrawByHand = (call: WithdrawCall) =>
  inTransaction(call, async (tx) => {
    const releases = await livingAgreements.all(tx, { ids: call.body.ids })
    await lockReleases(tx, [...new Set(releases.map((one) => one.release_id))])
    const withdrawn = await withdrawInside(
      tx,
      call,
      releases.map(({ id }) => id),
    )
    return { message: 'Success', withdrawn }
  })

/** State that the rule for withdrawing does not depend on. */
const UNASKED = { releaseDate: null, not_publishing: false, takes_part: true, called_off: false, offer: null }

async function withdrawInside(tx: Transaction, call: WithdrawCall, ids: number[]): Promise<number[]> {
  const rows = await lockLiveAgreements(tx, ids)
  const answers = rows.map((row) => agreementPolicy.withdraw(call.person, { ...row, ...UNASKED }))
  const notified = rows.filter((_, index) => answers[index] === true)
  const [first] = notified
  if (!first) throw refuseWith(answers.find((answer) => answer !== true) ?? reasons.nothingHeard)
  const act_id = await emit(tx, call, {
    kind: 'changed',
    entity: 'agreement',
    entity_id: first.id,
    version: first.version + 1,
    companies: [],
    data: {},
  })
  const reached = notified.map(({ id }) => id)
  await carryOut(tx, call, reached, { change: 'withdrawn_by_hand', reason: call.body.client_reason ?? '', act_id })
  return reached
}
