import type { BodyOf, scopes } from '@vypusk/contract'
import { allow } from '../../../platform/ability.ts'
import type { Actor, Call } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { emitMany } from '../../../platform/events-together.ts'
import { recordMany } from '../../../platform/history.ts'
import { refuseField, refuseWith } from '../../../platform/refusal.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { hasPassed } from '../../calendars/port.ts'
import { scopeChangesBy } from '../../releases/port.ts'
import { agreementPolicy, reasons } from '../policy.ts'
import type { KnownAgreement } from '../queries/agreements.ts'
import { scopeShas } from '../queries/scopes.ts'
import { decisionWords, scopeTitles } from '../rules/titles.ts'
import { keepScopes, writeDecisions } from '../store/agreements.ts'
import { writeSettled } from '../store/scopes.ts'
import { permitted, takeAll, togetherTo } from './many.ts'
import '../events.ts'

/** Staff decide what happens when a release's scope no longer matches what the company agreed to. */

type Settling = Pick<BodyOf<typeof scopes.settle>, 'decision' | 'reason'>

/** An agreement, and the scope that is decided about: the present one, as the caller saw it. */
interface Seen {
  agreement: KnownAgreement
  to: string
}

/** Settles changed scopes; two hundred take as many statements as one. */
export function settleScopes(call: Call<typeof scopes.settle>) {
  const { agreements, ...how } = call.body
  if (how.decision === 'ignore' && !how.reason) throw refuseField('reason', 'Напишите, почему изменение несущественно')
  const seen = new Map(agreements.map(({ id, scope_sha }) => [id, scope_sha]))
  return togetherTo(call, [...seen.keys()], async (tx, actor, ids) => {
    const { current, refused } = await settleable(tx, actor, ids, { seen, decision: how.decision })
    const events = await settleEach(tx, actor, current, how)
    return { done: current.map(({ agreement }) => agreement.id), refused, events }
  })
}

/** Locks agreements. @returns those that the decision may be made about, and why it is refused for the others */
async function settleable(
  tx: Transaction,
  actor: Actor,
  ids: number[],
  { seen, decision }: { seen: Map<number, string>; decision: Settling['decision'] },
) {
  const taken = await takeAll(tx, actor, ids)
  const changes = await scopeChangesBy(tx, ids)
  const settles = decision === 'ignore' ? agreementPolicy.settle_scope : agreementPolicy.tell_scope
  const allowed = await permitted(ids, taken, (agreement) => {
    allow(settles(actor.person, { ...agreement, scope_changed: changes.has(agreement.id) }))
    if (decision === 'anew' && hasPassed(agreement, actor.deps.clock.now())) throw refuseWith(reasons.sendPassed)
  })
  const allowedIds = allowed.current.map(({ id }) => id)
  const sums = await keepScopes(tx, allowedIds)
  const asSeen = await permitted(allowedIds, taken, ({ id }) => {
    if (sums.get(id) !== seen.get(id)) throw refuseWith(reasons.scopeAgain)
  })
  const current = asSeen.current.map((agreement): Seen => ({ agreement, to: seen.get(agreement.id) ?? '' }))
  return { current, refused: [...allowed.refused, ...asSeen.refused] }
}

/** @returns the ids of the events, in order */
async function settleEach(tx: Transaction, actor: Actor, all: Seen[], how: Settling): Promise<number[]> {
  if (all.length === 0) return []
  const { decision, reason } = how
  const at = momentOf(actor.deps.clock)
  const ids = all.map(({ agreement }) => agreement.id)
  const shas = new Map((await scopeShas.all(tx, { ids })).map((one) => [one.id, one]))
  const decisions = all.map(({ agreement: { id }, to }) => {
    return { agreement_id: id, from: shas.get(id)?.accepted_sha ?? null, to, kind: decision, reason }
  })
  await writeDecisions(
    tx,
    decisions.map((row) => ({ ...row, by: actor.person.id, at })),
  )
  const sums = all.map(({ agreement: { id }, to }) => ({ id, sum: to }))
  const versions = await writeSettled(tx, sums, { decision, at })
  const records = all.map(({ agreement }) => decisionToRecord(agreement, how))
  await recordMany(tx, actor, records)
  const events = all.map(({ agreement: { id, company_id }, to }) => ({
    kind: 'agreement.scope_settled' as const,
    entity: 'agreement' as const,
    entity_id: id,
    version: versions.get(id) ?? 0,
    companies: decision === 'ignore' ? [] : [company_id],
    data: { agreement_id: id, decision, reason, from: shas.get(id)?.agreed_sha ?? to, to },
  }))
  return emitMany(tx, actor, events)
}

/** Builds the history record of what was decided about a changed scope. */
export const decisionToRecord = (
  { id, by_client }: Pick<KnownAgreement, 'id' | 'by_client'>,
  { decision, reason }: { decision: keyof typeof decisionWords; reason: string },
) => ({
  entity: 'agreement' as const,
  entity_id: id,
  titles: { scope_decision: scopeTitles.scope_decision, by_client: scopeTitles.by_client },
  before: { scope_decision: '', by_client },
  after: { scope_decision: decisionWords[decision], by_client: decision !== 'anew' && by_client },
  // The client reads that its approval was cleared; the reason is for staff.
  ...(reason ? { notes: { scope_decision: reason } } : {}),
})
