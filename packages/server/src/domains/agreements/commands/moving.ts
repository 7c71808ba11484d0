import type { Actor } from '../../../platform/call.ts'
import { allow } from '../../../platform/ability.ts'
import { momentOf } from '../../../platform/clock.ts'
import { emitMany } from '../../../platform/events-together.ts'
import { recordMany } from '../../../platform/history.ts'
import { dayInWords } from '../../../platform/text/plain-text.ts'
import { refuseWith } from '../../../platform/refusal.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { addDays } from '../../../platform/working-days.ts'
import { mayReplace, reasons } from '../policy.ts'
import type { KnownAgreement } from '../queries/agreements.ts'
import { againstNote } from '../queries/date-facts.ts'
import { isPastAt, companyDayOf } from '../queries/passed-dates.ts'
import { titles, withClock } from '../rules/titles.ts'
import { endOffer, keepScopes, writeMoved } from '../store/agreements.ts'
import { revokeTokens } from '../store/links.ts'
import { permitted, takeAll, together, type DoneTogether, type Many } from './many.ts'
import { keepMoved, NOTHING_AGAINST } from './redating.ts'
import '../events.ts'

/** Moves one or many dates and sends them to the clients in the same step. */

interface Move {
  current: KnownAgreement
  to: {
    releaseDate: string
    releaseTime: string | null
    cancel_reason: string
  }
}

/**
 * Moves dates, which counts as approval by staff, and revokes the links of earlier letters.
 * @param now ISO 8601, also of an offer that is answered by it: what is asked since then is asked by that answer
 * @returns for each agreement the changed fields
 */
export async function moveAsking(tx: Transaction, actor: Actor, moves: Move[], now: string) {
  const ids = moves.map(({ current }) => current.id)
  await revokeTokens(tx, ids, now)
  const sums = await keepScopes(tx, ids)
  const versions = await writeMoved(
    tx,
    moves.map(({ current: { id }, to }) => ({ id, ...to, sum: sums.get(id) ?? null })),
    now,
  )
  const kept = await keepMoved(
    tx,
    actor,
    moves.map(({ current, to }) => ({ current, to, reason: to.cancel_reason })),
  )
  return moves.map(({ current, to }, index) => ({
    current,
    changed: { ...to, by_rivc: true, by_client: false },
    kept: kept[index] ?? NOTHING_AGAINST,
    version: versions.get(current.id) ?? 0,
  }))
}

/**
 * Moves dates that staff change on their own initiative; open offers lapse. @returns the ids of the events, in order
 */
async function moveEach(tx: Transaction, actor: Actor, moves: Move[]): Promise<number[]> {
  if (moves.length === 0) return []
  const now = momentOf(actor.deps.clock)
  const ended = { state: 'lapsed' as const, answered_by: actor.person.id, answered_at: now }
  await endOffer(
    tx,
    moves.map(({ current }) => current.id),
    ended,
  )
  const moved = await moveAsking(tx, actor, moves, now)
  const records = moved.map(({ current, changed, kept }) => {
    const before = { ...current, recipients: current.recipients.map(({ name }) => name) }
    return {
      entity: 'agreement' as const,
      entity_id: current.id,
      titles: withClock(titles, before, changed),
      before: { ...before, against: '' },
      after: { ...before, ...changed, against: kept.text },
      ...againstNote(kept),
    }
  })
  await recordMany(tx, actor, records)
  return emitMany(tx, actor, moved.map(movedEvent))
}

const movedEvent = ({ current, version }: Awaited<ReturnType<typeof moveAsking>>[number]) => {
  const { id, company_id, releaseDate, releaseTime, offer } = current
  return {
    kind: 'agreement.moved' as const,
    entity: 'agreement' as const,
    entity_id: id,
    version,
    companies: [company_id],
    data: {
      agreement_id: id,
      from: { releaseDate, releaseTime },
      asks: true as const,
      ...(offer ? { offer_id: offer.id } : {}),
    },
  }
}

/** The date with the same time that is the first on or after the plan date by the company's clock. */
function fromPlanDate({ company_zone, plan_date, releaseTime }: KnownAgreement) {
  const wish = { releaseDate: plan_date, releaseTime }
  return companyDayOf(company_zone, wish) < plan_date ? { ...wish, releaseDate: addDays(plan_date, 1) } : wish
}

function isOvertaken({ by_rivc, published, company_zone, plan_date, releaseDate, releaseTime }: KnownAgreement) {
  if (!by_rivc || published || releaseDate === null) return false
  return companyDayOf(company_zone, { releaseDate, releaseTime }) < plan_date
}

/**
 * Asks several clients for another date because the plan date is now later than theirs: each date moves to the plan
 * date.
 */
export const askAnother = (call: Many) => together(call, askAnotherInside)

async function askAnotherInside(tx: Transaction, actor: Actor, ids: number[]): Promise<DoneTogether> {
  const { current, refused } = await permitted(ids, await takeAll(tx, actor, ids), (agreement) => {
    if (agreement.called_off) throw refuseWith(reasons.releaseClosed)
    if (!isOvertaken(agreement)) throw refuseWith(reasons.notOvertaken)
    const to = fromPlanDate(agreement)
    allow(mayReplace(agreement, to, isPastAt(agreement.company_zone, to, actor.deps.clock.now())))
  })
  const moves = current.map((agreement) => {
    const cancel_reason = `Плановая дата релиза перенесена на ${dayInWords(agreement.plan_date)}`
    return { current: agreement, to: { ...fromPlanDate(agreement), cancel_reason } }
  })
  return { done: current.map(({ id }) => id), refused, events: await moveEach(tx, actor, moves) }
}
