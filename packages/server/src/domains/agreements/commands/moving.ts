import type { Actor } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { emit } from '../../../platform/events.ts'
import { recordChanges } from '../../../platform/history.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import type { KnownAgreement } from '../queries/agreements.ts'
import { keptAgainst } from '../queries/fitting.ts'
import { titles } from '../rules/titles.ts'
import { endOffer, updateAgreement } from '../store.ts'
import { revokeTokens } from '../store/links.ts'
import { askedScope } from './scopes.ts'
import '../events.ts'

/** A date that is moved and asked for by one act. */

interface Moved {
  releaseDate: string
  releaseTime: string | null
  cancel_reason: string
}

/** Moves the date, which is staff's word for it: links of former letters end. @returns the fields that are others now */
export async function moveAsking(tx: Transaction, { deps, person }: Actor, current: KnownAgreement, moved: Moved) {
  const now = momentOf(deps.clock)
  await revokeTokens(tx, [current.id], now)
  const changed = { ...moved, by_rivc: true, by_client: false }
  const asked = await askedScope(tx, current)
  const known = { db: tx, clock: deps.clock }
  const kept = await keptAgainst(known, person, { ...current, ...changed }, changed.cancel_reason)
  const { against_reason } = kept
  const set = { ...changed, ...asked, against_reason, sent_at: now, updated_at: now }
  return { changed, kept, version: await updateAgreement(tx, current.id, set) }
}

/** The same where staff think of another date by themselves; an open offer lapses. @returns the id of what happened */
export async function moveInside(
  tx: Transaction,
  actor: Actor,
  current: KnownAgreement,
  moved: Moved,
): Promise<number> {
  const { id, company_id, releaseDate, releaseTime, offer } = current
  const answered_at = momentOf(actor.deps.clock)
  await endOffer(tx, [id], { state: 'lapsed', answered_by: actor.person.id, answered_at })
  const { changed, kept, version } = await moveAsking(tx, actor, current, moved)
  const before = { ...current, recipients: current.recipients.map(({ name }) => name) }
  await recordChanges(tx, actor, {
    entity: 'agreement',
    entity_id: id,
    titles,
    before: { ...before, against: '' },
    after: { ...before, ...changed, against: kept.said },
    ...(kept.note ? { note: kept.note } : {}),
  })
  const ended = offer ? { offer_id: offer.id } : {}
  return emit(tx, actor, {
    kind: 'agreement.moved',
    entity: 'agreement',
    entity_id: id,
    version,
    companies: [company_id],
    data: { agreement_id: id, from: { releaseDate, releaseTime }, asks: true, ...ended },
  })
}
