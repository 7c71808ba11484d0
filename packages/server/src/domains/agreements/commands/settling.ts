import type { scopes } from '@vypusk/contract'
import { allow } from '../../../platform/ability.ts'
import type { Actor, Call } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { emit } from '../../../platform/events.ts'
import { recordChanges } from '../../../platform/history.ts'
import { refuse, refuseField, refuseWith } from '../../../platform/refusal.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { hasPassed } from '../../calendars/port.ts'
import { agreementPolicy, reasons } from '../policy.ts'
import { knownAgreement, type KnownAgreement } from '../queries/agreements.ts'
import { scopeChangeOf, scopeShas } from '../queries/scopes.ts'
import { decisionWords, scopeTitles } from '../rules/titles.ts'
import { keepScope, lockAgreement, updateAgreement, writeDecisions } from '../store/agreements.ts'
import { each } from './many.ts'
import { pointers } from './scopes.ts'
import '../events.ts'

/** Staff decide what happens when a release's scope no longer matches what the company agreed to. */

type SettleCall = Call<typeof scopes.settle>
type Settling = SettleCall['body']

/** Settles changed scopes, each in a transaction of its own. */
export function settleScopes(call: SettleCall) {
  const { agreements, ...how } = call.body
  if (how.decision === 'ignore' && !how.reason) throw refuseField('reason', 'Напишите, почему изменение несущественно')
  const seen = new Map(agreements.map(({ id, scope_sha }) => [id, scope_sha]))
  return each(call, [...seen.keys()], (tx, actor, id) => settleOne(tx, actor, id, seen.get(id) ?? '', how))
}

async function settleOne(
  tx: Transaction,
  actor: Actor,
  id: number,
  scope_sha: string,
  { decision, reason }: Pick<Settling, 'decision' | 'reason'>,
): Promise<number> {
  await lockAgreement(tx, id)
  const current = await knownAgreement(tx, actor.person, id)
  if (!current) throw refuse('not_found')
  const change = await scopeChangeOf(tx, actor.person, current)
  const settles = decision === 'ignore' ? agreementPolicy.settle_scope : agreementPolicy.tell_scope
  allow(settles(actor.person, { ...current, scope_changed: change !== null }))
  if (decision === 'anew' && hasPassed(current, actor.deps.clock.now())) throw refuseWith(reasons.sendPassed)
  const to = await keepScope(tx, current)
  if (to === null || to !== scope_sha) throw refuseWith(reasons.scopeAgain)
  const { agreed_sha, accepted_sha } = await scopeShas.one(tx, { id })
  const at = momentOf(actor.deps.clock)
  const of = { agreement_id: id, from: accepted_sha, to }
  await writeDecisions(tx, [{ ...of, kind: decision, reason, by: actor.person.id, at }])
  const version = await updateAgreement(tx, id, { ...settled(decision, to, at), updated_at: at })
  await recordChanges(tx, actor, decisionToRecord(current, { decision, reason }))
  return emit(tx, actor, {
    kind: 'agreement.scope_settled',
    entity: 'agreement',
    entity_id: id,
    version,
    companies: decision === 'ignore' ? [] : [current.company_id],
    data: { agreement_id: id, decision, reason, from: agreed_sha ?? to, to },
  })
}

/** Returns the columns that a decision changes. */
function settled(decision: scopes.Decision, to: string, at: string) {
  if (decision === 'anew') return { ...pointers(to), by_client: false, sent_at: at }
  const accepted = { accepted_sha: to, seen_sha: to, scope_changed_at: null }
  return decision === 'tell' ? { ...accepted, told_sha: to } : accepted
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
