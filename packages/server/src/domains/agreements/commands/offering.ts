import type { agreements, offers } from '@vypusk/contract'
import { allow } from '../../../platform/ability.ts'
import type { Call, Actor } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { emit } from '../../../platform/events.ts'
import { earlyReply } from '../../../platform/http/idempotency.ts'
import { recordChanges, type Via } from '../../../platform/history.ts'
import { plannedInWords } from '../../../platform/text/plain-text.ts'
import { outcomeOf } from '../../deliveries/port.ts'
import { refuse, refuseField, refuseWith } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { agreementPolicy, isAskable, mayReplace, reasons } from '../policy.ts'
import { knownAgreement, type KnownAgreement } from '../queries/agreements.ts'
import { agreementDetail } from '../queries/detail.ts'
import { againstNote, type KeptAgainst } from '../queries/date-facts.ts'
import { offerOf } from '../queries/offers.ts'
import { isPastAt, passing } from '../queries/passed-dates.ts'
import { insteadOf, withInstead } from '../queries/substitutes.ts'
import { movedByOffer, offerTitles, withClock } from '../rules/titles.ts'
import { endOffer, insertOffer, lockAgreement, updateAgreement } from '../store/agreements.ts'
import { moveAsking } from './moving.ts'
import '../events.ts'

/** A client offers another date; staff accept or decline it, and the client may withdraw it. */

type Answer = Call<typeof offers.answer>['body']
type Offer = NonNullable<Awaited<ReturnType<typeof offerOf.first>>>

/** Locks the agreement and checks that the actor may do this to it in its present state. */
async function lockFor(
  tx: Transaction,
  { person, deps }: Actor,
  id: number,
  action: agreements.Action,
  version: number | undefined,
) {
  await lockAgreement(tx, id)
  const current = await knownAgreement(tx, person, id)
  if (!current) throw refuse('not_found')
  const answer = agreementPolicy[action](person, { ...current, ...passing(current, deps.clock.now()) })
  if (answer !== true && answer[0] === 403) throw refuseWith(answer)
  if (version !== undefined && version !== current.version) {
    throw refuse('stale', { current: await agreementDetail({ ...deps, db: tx }, person, id) })
  }
  allow(answer)
  return current
}

export interface Proposing {
  id: number
  proposal: offers.Proposal
  via: Extract<Via, 'screen' | 'letter'>
  version?: number | undefined
}

/**
 * Makes an offer as part of a transaction, from a screen or from a letter's link.
 * @returns the id of the event
 * @throws the refusals of `offers.propose`
 */
export async function proposeInside(tx: Transaction, actor: Actor, proposing: Proposing): Promise<number> {
  const { id, proposal, via } = proposing
  const { person, deps } = actor
  const current = await lockFor(tx, actor, id, 'offer', proposing.version)
  const answer = mayReplace(current, proposal, isPastAt(current.company_zone, proposal, deps.clock.now()))
  if (answer !== true) throw refuseField('releaseDate', answer[1])
  const now = momentOf(deps.clock)
  await insertOffer(tx, {
    ...proposal,
    agreement_id: id,
    user_id: person.id || null,
    address: person.id ? null : person.email,
    created_at: now,
  })
  const version = await updateAgreement(tx, id, { updated_at: now })
  const note = withInstead(await insteadOf(tx, id, person), proposal.reason)
  await recordChanges(tx, actor, {
    entity: 'agreement',
    entity_id: id,
    titles: { offer: offerTitles.offer },
    before: { offer: '' },
    after: { offer: plannedInWords({ ...proposal, company_zone: current.company_zone }) },
    via,
    ...(note ? { note } : {}),
  })
  return emit(tx, actor, {
    kind: 'agreement.offered',
    entity: 'agreement',
    entity_id: id,
    version,
    companies: [current.company_id],
    data: { agreement_id: id, offered: proposal },
  })
}

/** Saves another date that the client offers on the screen. */
export async function proposeDate(call: Call<typeof offers.propose>) {
  const { deps, person, params } = call
  const { version, ...proposal } = call.body
  let event_id: number | null = null
  const made = await inTransaction(call, async (tx) => {
    event_id = await proposeInside(tx, call, { id: params.id, proposal, via: 'screen', version })
    const agreement = await agreementDetail({ ...deps, db: tx }, person, params.id)
    return earlyReply({ message: 'Success', agreement, mail: 'queued' as const })
  })
  return { ...made, mail: await outcomeOf(deps, event_id) }
}

const ACTIONS = { accept: 'accept_offer', decline: 'decline_offer', withdraw: 'withdraw_offer' } as const

/**
 * Accepts, declines or withdraws an offer; of two concurrent answers the second is refused, because the offer is
 * already answered.
 */
export async function answerOffer(call: Call<typeof offers.answer>) {
  const { deps, person, params, body } = call
  const event_id = await inTransaction(call, async (tx) => {
    const offer = await offerOf.first(tx, { agreement_id: params.id, id: params.offer_id })
    const current = await lockFor(tx, call, params.id, ACTIONS[body.answer], body.version)
    if (!offer) throw refuse('not_found')
    if (current.offer?.id !== offer.id) throw refuseWith(reasons.offerGone)
    return body.answer === 'accept' ? accept(tx, call, current, offer) : end(tx, call, current, { offer, body })
  })
  const mail = await outcomeOf(deps, event_id)
  return { message: 'Success', agreement: await agreementDetail(deps, person, params.id), mail }
}

/**
 * Moves the date, which clears both approvals as every move does; accepting counts as approval of the new date by staff.
 * A company that has the release is told, but not asked.
 */
async function accept(tx: Transaction, actor: Actor, current: KnownAgreement, offer: Offer): Promise<number> {
  const { deps, person } = actor
  allow(mayReplace(current, offer, false))
  const { id, company_id, releaseDate, releaseTime } = current
  const now = momentOf(deps.clock)
  await endOffer(tx, [id], { state: 'accepted', answered_by: person.id, answered_at: now })
  const to = {
    releaseDate: offer.releaseDate,
    releaseTime: offer.releaseTime,
    cancel_reason: movedByOffer(offer.reason),
  }
  const [moved] = await moveAsking(tx, actor, [{ current, to }], now)
  if (!moved) throw refuse('not_found')
  const { changed, version, kept } = moved
  await record(tx, actor, current, offer, {
    after: { ...current, ...changed },
    outcome: 'принята',
    kept,
  })
  return emit(tx, actor, {
    kind: 'agreement.offer_accepted',
    entity: 'agreement',
    entity_id: id,
    version,
    companies: [company_id],
    data: {
      agreement_id: id,
      offer_id: offer.id,
      from: { releaseDate, releaseTime },
      asks: isAskable({ ...current, date_passed: false }),
    },
  })
}

/**
 * Ends an offer without moving the date. A client that had not agreed is asked again about the present date, as long as
 * it is still asked about at all.
 */
async function end(
  tx: Transaction,
  actor: Actor,
  current: KnownAgreement,
  { offer, body }: { offer: Offer; body: Exclude<Answer, { answer: 'accept' }> },
): Promise<number> {
  const { deps, person } = actor
  const { id, company_id } = current
  const now = momentOf(deps.clock)
  const answered = { answered_by: person.id, answered_at: now }
  const isDeclined = body.answer === 'decline'
  await endOffer(
    tx,
    [id],
    isDeclined ? { ...answered, state: 'declined', answer: body.text } : { ...answered, state: 'withdrawn' },
  )
  const isAsked = isAskable({ ...current, ...passing(current, deps.clock.now()) })
  const asksAnew = isDeclined && current.by_rivc && !current.by_client && isAsked
  const version = await updateAgreement(tx, id, { updated_at: now, ...(asksAnew ? { sent_at: now } : {}) })
  const note = isDeclined ? body.text : await insteadOf(tx, id, person)
  const outcome = isDeclined ? 'отклонена' : 'отозвана'
  await record(tx, actor, current, offer, { after: current, outcome, note })
  const frame = { entity: 'agreement' as const, entity_id: id, version, companies: [company_id] }
  const ended = { agreement_id: id, offer_id: offer.id }
  if (!isDeclined) return emit(tx, actor, { ...frame, kind: 'agreement.offer_withdrawn', data: ended })
  const data = { ...ended, offered: offer, answer: body.text, asks: asksAnew }
  return emit(tx, actor, { ...frame, kind: 'agreement.offer_declined', data })
}

interface OfferOutcome {
  after: KnownAgreement
  /** The outcome of the offer, in one word. */
  outcome: string
  /** The objections to the date it moves to. */
  kept?: Pick<KeptAgainst, 'text' | 'note'>
  note?: string
}

const record = (
  tx: Transaction,
  actor: Actor,
  before: KnownAgreement,
  offer: Offer,
  { after, outcome, note, kept = { text: '', note: undefined } }: OfferOutcome,
) =>
  recordChanges(tx, actor, {
    entity: 'agreement',
    entity_id: before.id,
    titles: withClock(offerTitles, before, after),
    before: { ...before, offer: plannedInWords({ ...offer, company_zone: before.company_zone }), against: '' },
    after: { ...after, offer: outcome, against: kept.text },
    ...againstNote(kept),
    ...(note ? { note } : {}),
  })
