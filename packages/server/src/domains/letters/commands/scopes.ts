import { announceScope, differenceBetween, differencesBetween } from '../../agreements/port.ts'
import { listenerOfMany, type EventActor, type EventKinds, type Listener } from '../../../platform/events.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { agreementAround, agreementsAround, type AgreementAround } from '../queries/agreements.ts'
import { lastNotifiedScope } from '../queries/scopes.ts'
import { SCOPE_TOPIC, scopeHeldUntil } from '../rules.ts'
import { lockAllHeld, writeAllHeld, writeHeld, type Held, type HeldKey } from '../store/letters.ts'
import {
  scopeAnew,
  scopeQuestion,
  scopeReturned,
  scopeReturnedAsking,
  scopeNotice,
} from '../templates/scope-letters.ts'
import { planned, writePlan, writePlans, type Plan } from './write.ts'

/** Letters about a changed scope: collected by agreement, a day's changes in one letter (docs/decisions/0060). */

/**
 * Holds the letters until ten minutes without changes have passed; what there is to report is decided when they are
 * sent.
 */
export const holdScopes = listenerOfMany<'agreement.scope_changed'>(async (tx, events) => {
  const keys = events.map(({ entity, entity_id, kind }) => ({ entity, entity_id, topic: kind }))
  const held = new Map((await lockAllHeld(tx, keys)).map((one) => [one.entity_id, one]))
  const waiting = events.flatMap(({ id, at, entity_id }) => {
    const one = held.get(entity_id)
    return one ? [{ ...one, ...scopeHeldUntil(one, at), event_ids: [...one.event_ids, id] }] : []
  })
  await writeAllHeld(tx, waiting)
})

/**
 * Tells of what has changed by now. @returns the event that the client's side is told by; null when there is nothing to
 * tell it
 */
export async function sendScope(tx: Transaction, actor: EventActor, key: HeldKey, held: Held, at: string) {
  const event_id = await announceScope(tx, actor, key.entity_id, await lastNotifiedScope(tx, key.entity_id))
  const sent_at = event_id === null ? held.sent_at : at
  await writeHeld(tx, key, { event_ids: [], notices: '{}', since: null, due_at: null, sent_at })
  return event_id
}

const NOTHING = { added: [], removed: [], changed: [] }

/** Writes to the client's side; a change that staff have to settle first is none of its business yet. */
export const onScopeAnnounced: Listener<'agreement.scope_told'> = async (tx, event, actor) => {
  const { state, from, to } = event.data
  if (state === 'agreed') return
  const isCancelled = state === 'returned'
  const difference = (isCancelled ? null : await differenceBetween(tx, from, to)) ?? NOTHING
  const agreement = await agreementAround(tx, event.entity_id)
  const cause = { ...event, kind: SCOPE_TOPIC }
  const whom = planned(agreement)
  if (agreement.by_client)
    return writePlan(tx, actor, cause, agreement, { client: { content: scopeReturned(difference), ...whom } })
  const content = isCancelled ? scopeReturnedAsking(difference) : scopeQuestion(difference)
  return writePlan(tx, actor, cause, agreement, { question: { content, ...whom } })
}

/** Sends the decisions of staff: the clients are asked again or only notified, with the changes since they agreed. */
export const onScopeSettled = listenerOfMany<'agreement.scope_settled'>(async (tx, events, actor) => {
  const heard = events.filter(({ data }) => data.decision !== 'ignore')
  if (heard.length === 0) return
  const known = await agreementsAround(
    tx,
    heard.map(({ entity_id }) => entity_id),
  )
  const difference = await differencesBetween(
    tx,
    heard.map(({ data }) => data),
  )
  const plans = heard.flatMap((event) => {
    const agreement = known.get(event.entity_id)
    return agreement ? [{ event, agreement, plan: planOfDecision(agreement, event.data, difference) }] : []
  })
  await writePlans(tx, actor, plans)
})

function planOfDecision(
  agreement: AgreementAround,
  { decision, ...pair }: EventKinds['agreement.scope_settled'],
  differenceOf: Awaited<ReturnType<typeof differencesBetween>>,
): Plan {
  const difference = differenceOf(pair) ?? NOTHING
  const whom = planned(agreement)
  return decision === 'anew'
    ? { question: { content: scopeAnew(difference), ...whom }, entry: 'asked' }
    : { client: { content: scopeNotice(difference), ...whom } }
}
