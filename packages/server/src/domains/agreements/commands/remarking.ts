import { momentOf } from '../../../platform/clock.ts'
import { emit, type EventActor, type Listener, type WrittenEvent } from '../../../platform/events.ts'
import { recordChanges, type Via } from '../../../platform/history.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { remarkOf } from '../../threads/port.ts'
import { storedRemark } from '../queries/remarks.ts'
import { insteadOf } from '../queries/substitutes.ts'
import { titles } from '../rules/titles.ts'
import { updateAgreement } from '../store/agreements.ts'
import '../events.ts'

type Changing = 'thread.raised' | 'thread.closed' | 'thread.changed'

/**
 * Copies the text of the agreement's blocking threads to its own `remark` column, which lists, sorting and searches
 * read.
 */
async function keepRemark(tx: Transaction, actor: EventActor, event: WrittenEvent & { data: { via: Via } }) {
  const before = await storedRemark.one(tx, { id: event.entity_id })
  const remark = await remarkOf(tx, before.id)
  if (remark === before.remark) return before
  const instead = await insteadOf(tx, before.id, actor.person)
  const version = await updateAgreement(tx, before.id, { remark, updated_at: momentOf(actor.deps.clock) })
  await recordChanges(tx, actor, {
    entity: 'agreement',
    entity_id: before.id,
    titles: { remark: titles.remark },
    before: { remark: before.remark },
    after: { remark },
    via: event.data.via,
    ...(instead ? { note: instead } : {}),
  })
  return { ...before, remark, version }
}

/** Follows changes of an agreement's threads. */
export const onThread: Listener<Changing> = async (tx, event, actor) => {
  if (event.entity !== 'agreement') return
  const { id, version, company_id } = await keepRemark(tx, actor, event)
  const frame = { entity: 'agreement' as const, entity_id: id, version, companies: [company_id] }
  const isClients = event.kind === 'thread.raised' && 'side' in event.data && event.data.side === 'client'
  await (isClients
    ? emit(tx, actor, { ...frame, kind: 'agreement.remarked', data: { agreement_id: id } })
    : emit(tx, actor, { ...frame, kind: 'changed', data: {} }))
}
