import type { agreements } from '@vypusk/contract'
import { ask } from '../../../platform/ability.ts'
import type { Actor, Call } from '../../../platform/call.ts'
import { emit } from '../../../platform/events.ts'
import { refuse } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { knowing } from '../../access/port.ts'
import { agreementPolicy } from '../policy.ts'
import { knownAgreement } from '../queries/agreements.ts'
import { lockAgreement } from '../store/agreements.ts'
import { carryOut } from './withdrawing.ts'
import '../events.ts'

/**
 * Hides an agreement; its release and company may then have a new one. A client that was asked is notified that no
 * answer is needed.
 */
export async function deleteAgreement(call: Call<typeof agreements.remove>) {
  const { params, query } = call
  await inTransaction(call, (tx) => deleteInside(tx, call, params.id, query.client_reason ?? ''))
  return { message: 'Success' }
}

async function deleteInside(tx: Transaction, actor: Actor, id: number, reason: string): Promise<void> {
  await lockAgreement(tx, id)
  const agreement = await knownAgreement(tx, actor.person, id)
  if (!agreement) throw refuse('not_found')
  ask(agreementPolicy, 'delete', actor.person, agreement)
  const event = { entity: 'agreement' as const, entity_id: id, companies: [], knew: await knowing(tx, 'agreement', id) }
  const version = agreement.version + 1
  const act_id = await (agreement.heard_at !== null
    ? emit(tx, actor, { ...event, version, kind: 'agreement.deleted', data: { agreement_id: id } })
    : emit(tx, actor, { ...event, version, kind: 'changed', data: {} }))
  await carryOut(tx, actor, [id], { change: 'agreement_deleted', reason, act_id })
}
