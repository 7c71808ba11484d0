import { decodeName, type publications } from '@vypusk/contract'
import type { Call } from '../../../platform/call.ts'
import { ask } from '../../../platform/ability.ts'
import { momentOf } from '../../../platform/clock.ts'
import { emit } from '../../../platform/events.ts'
import { recordChanges, recordMany } from '../../../platform/history.ts'
import { refuse } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { outcomeOf } from '../../deliveries/port.ts'
import { publicationPolicy } from '../policy.ts'
import { lockPublication, markWithdrawn, reachedBy, type Reached } from '../store.ts'
import '../events.ts'

type Withdrawing = Call<typeof publications.withdraw>

/** Records in the chain of each release and company that the hand-over no longer counts, and why. */
const recordOfEach = (tx: Transaction, call: Withdrawing, reached: Reached[]) =>
  recordMany(
    tx,
    call,
    reached.map(({ release_id, idcomp, namecomp, title }) => ({
      entity: 'publication' as const,
      entity_id: call.params.id,
      titles: { withdrawn_from: 'Отозвано у компании' },
      before: null,
      after: { withdrawn_from: [decodeName(namecomp), title, call.body.reason] },
      chain: { release_id, company_id: idcomp },
    })),
  )

/**
 * Withdraws a publication: its page stays and shows that, its files can no longer be downloaded, waiting copies are
 * cancelled, and everybody who got a letter about it is notified of the reason. What somebody has downloaded is not taken from
 * them.
 */
export async function withdraw(call: Withdrawing) {
  const { deps, person, params, body } = call
  let event_id: number | null = null
  await inTransaction(call, async (tx) => {
    const publication = await lockPublication(tx, params.id)
    if (!publication) throw refuse('not_found')
    ask(publicationPolicy, 'withdraw', person, { isWithdrawn: publication.withdrawn_at !== null })
    const by = { withdrawn_at: momentOf(deps.clock), withdrawn_by: person.id, withdrawn_reason: body.reason }
    await markWithdrawn(tx, params.id, by)
    await recordChanges(tx, call, {
      entity: 'publication',
      entity_id: params.id,
      titles: { withdrawn: 'Публикация отозвана' },
      before: { withdrawn: '' },
      after: { withdrawn: body.reason },
    })
    const reached = await reachedBy(tx, params.id)
    await recordOfEach(tx, call, reached)
    event_id = await emit(tx, call, {
      kind: 'publication.withdrawn',
      entity: 'publication',
      entity_id: params.id,
      companies: [...new Set(reached.map(({ idcomp }) => idcomp))],
      data: { publication_id: params.id, reason: body.reason },
    })
  })
  return { message: 'Success', mail: await outcomeOf(deps, event_id, 'mail') }
}
