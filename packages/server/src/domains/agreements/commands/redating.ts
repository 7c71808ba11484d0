import type { agreements } from '@vypusk/contract'
import type { Actor } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { emitMany } from '../../../platform/events-together.ts'
import { recordMany } from '../../../platform/history.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { knowingEach } from '../../access/port.ts'
import type { KnownAgreement } from '../queries/agreements.ts'
import { keptAgainstEach, type KeptAgainst } from '../queries/date-facts.ts'
import { insteadOfEach } from '../queries/substitutes.ts'
import { changesOf, differing, happened, withLapsed } from '../rules/changes.ts'
import { endOffer, writeAgainst, writeRedated } from '../store/agreements.ts'
import { revokeTokens } from '../store/links.ts'
import { checkUpdate, fieldsOf, updateToRecord, type Update } from './checking.ts'
import { takeAll } from './many.ts'
import '../events.ts'

/** Moves one or many dates that nobody is asked about yet; forty take as many statements as one. */

export type DateUpdate = Extract<agreements.AgreementUpdate, { updateTarget: 4 }>

interface Redate {
  current: KnownAgreement
  body: DateUpdate
  via: Update['via']
}

/** A date that has moved, and the reason for keeping it in spite of objections. */
interface MovedDate {
  current: KnownAgreement
  to: { releaseDate: string; releaseTime: string | null }
  reason: string
}

export const NOTHING_AGAINST: KeptAgainst = { against_reason: '', text: '', note: undefined }

/**
 * Stores why moved dates are kept. The objections are collected after all dates have moved, because they may also clash
 * with each other. @returns the objections, in order
 */
export async function keepMoved(tx: Transaction, { deps, person }: Actor, moved: MovedDate[]): Promise<KeptAgainst[]> {
  const found = await keptAgainstEach(
    { db: tx, clock: deps.clock },
    person,
    moved.map(({ current, to, reason }) => ({ dated: { ...current, ...to }, reason })),
  )
  const kept = moved.map((_, index) => found[index] ?? NOTHING_AGAINST)
  const reasons = moved.map(({ current }, index) => {
    const against_reason = kept[index]?.against_reason ?? ''
    return { id: current.id, against_reason, isOther: current.against_reason !== against_reason }
  })
  await writeAgainst(
    tx,
    reasons.filter(({ isOther }) => isOther).map(({ id, against_reason }) => ({ id, against_reason })),
  )
  return kept
}

/** Returns the dates that really move, with the columns that change. */
function preparedOf(all: Redate[], now: string) {
  const prepared = all.map((one) => {
    const before = fieldsOf(one.current)
    return { ...one, before, columns: differing(before, changesOf(before, one.body, false, now)) }
  })
  return prepared.filter(({ columns }) => Object.keys(columns).length > 0)
}
type PreparedDate = ReturnType<typeof preparedOf>[number]

const isUnsent = ({ columns }: PreparedDate) => columns.by_rivc === false

/** Writes the dates; what was asked about the former ones lapses. @returns the new versions */
async function writeDates(tx: Transaction, { person }: Actor, dates: PreparedDate[], now: string) {
  const unsent = dates.filter(isUnsent).map(({ current }) => current.id)
  if (unsent.length > 0) {
    await revokeTokens(tx, unsent, now)
    await endOffer(tx, unsent, { state: 'lapsed', answered_by: person.id || null, answered_at: now })
  }
  const rows = dates.map((one) => {
    const { id, cancel_reason, by_rivc, by_client, sent_at } = { ...one.before, ...one.columns }
    const { releaseDate, releaseTime } = one.body
    return { id, releaseDate, releaseTime, cancel_reason, by_rivc, by_client, sent_at, is_unsent: isUnsent(one) }
  })
  return writeRedated(tx, rows, now)
}

async function announce(
  tx: Transaction,
  actor: Actor,
  dates: PreparedDate[],
  { versions, knew }: { versions: Map<number, number>; knew: Map<number, number[]> },
): Promise<number[]> {
  const events = dates.map(({ current: { id, company_id, offer }, before, columns, body }) => ({
    ...withLapsed(happened(before, columns, body), offer),
    entity: 'agreement' as const,
    entity_id: id,
    version: versions.get(id) ?? 0,
    companies: [company_id],
    knew: knew.get(id) ?? [],
  }))
  const ids: number[] = []
  for (const ofKind of Map.groupBy(events, ({ kind }) => kind).values())
    ids.push(...(await emitMany(tx, actor, ofKind)))
  return ids
}

/**
 * Moves dates as part of a transaction, be it one or forty. An approved date loses its approvals.
 * @param all locked agreements already checked with `checkUpdate`; those that keep their date are left out
 * @returns the ids of the events
 */
export async function redateEach(tx: Transaction, actor: Actor, all: Redate[]): Promise<number[]> {
  const now = momentOf(actor.deps.clock)
  const dates = preparedOf(all, now)
  if (dates.length === 0) return []
  const ids = dates.map(({ current }) => current.id)
  const knew = await knowingEach(tx, 'agreement', ids)
  const versions = await writeDates(tx, actor, dates, now)
  const kept = await keepMoved(
    tx,
    actor,
    dates.map(({ current, body }) => ({ current, to: body, reason: body.against_reason ?? '' })),
  )
  const instead = await insteadOfEach(tx, ids, actor.person)
  const records = dates.map(({ current, body, via, columns }, index) => {
    const recorded = { columns, people: undefined, scope: '', kept: kept[index] }
    return updateToRecord({ id: current.id, body, via }, current, recorded, instead.get(current.id))
  })
  await recordMany(tx, actor, records)
  return announce(tx, actor, dates, { versions, knew })
}

/**
 * Moves the dates of several agreements as part of a larger transaction: all of them, or none.
 * @returns the ids of the events
 * @throws the refusals of `agreements.update`
 */
export async function redateInside(
  tx: Transaction,
  actor: Actor,
  dates: (Pick<DateUpdate, 'releaseDate' | 'releaseTime' | 'cancel_reason' | 'against_reason'> & { id: number })[],
): Promise<number[]> {
  const known = await takeAll(
    tx,
    actor,
    dates.map(({ id }) => id),
  )
  const all: Redate[] = []
  for (const { id, ...date } of dates) {
    const current = known.get(id)
    if (!current) throw refuse('not_found')
    const body = { ...date, updateTarget: 4 as const }
    await checkUpdate(tx, actor, body, current)
    all.push({ current, body, via: 'screen' })
  }
  return redateEach(tx, actor, all)
}
