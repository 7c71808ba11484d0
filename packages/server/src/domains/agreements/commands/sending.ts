import type { Actor } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { emitMany } from '../../../platform/events-together.ts'
import { recordMany } from '../../../platform/history.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import type { KnownAgreement } from '../queries/agreements.ts'
import { keptAgainstEach, type KeptAgainst } from '../queries/date-facts.ts'
import { changesOf, differing, happened } from '../rules/changes.ts'
import { keepScopes, writeSent } from '../store/agreements.ts'
import { checkUpdate, fieldsOf, updateToRecord, type Update } from './checking.ts'
import { permitted, takeAll, together, type DoneTogether, type Many } from './many.ts'
import '../events.ts'

/** Sends one or many dates to their clients; forty take as many statements as one. */

/** The body of the update that each of them stands for. */
const BODY = { updateTarget: 5, remark: '' } as const

/** A date to be sent to its client. */
interface Ask {
  agreement: KnownAgreement
  via: Update['via']
}

const NOTHING_AGAINST: KeptAgainst = { against_reason: '', text: '', note: undefined }

/** Returns for each agreement the columns that change and the objections to its date. */
async function prepareAsks(tx: Transaction, { person, deps }: Actor, asks: Ask[], now: string) {
  const kept = await keptAgainstEach(
    { db: tx, clock: deps.clock },
    person,
    asks.map(({ agreement }) => ({ dated: agreement, reason: agreement.against_reason })),
  )
  return asks.map((ask, index) => {
    const before = fieldsOf(ask.agreement)
    const columns = differing(before, changesOf(before, BODY, false, now))
    return { ...ask, before, columns, against: kept[index] ?? NOTHING_AGAINST }
  })
}
type PreparedAsk = Awaited<ReturnType<typeof prepareAsks>>[number]

const toRecord = ({ agreement, via, columns, against }: PreparedAsk) =>
  updateToRecord({ id: agreement.id, body: BODY, via }, agreement, {
    columns,
    people: undefined,
    scope: '',
    kept: against,
  })

/**
 * Asks clients for their approval as part of a transaction. All dates are sent here, be it one or forty.
 * @param asks agreements already checked with `checkUpdate`
 * @returns the ids of the events, in order
 */
export async function askEach(tx: Transaction, actor: Actor, asks: Ask[]): Promise<number[]> {
  if (asks.length === 0) return []
  const now = momentOf(actor.deps.clock)
  const sums = await keepScopes(
    tx,
    asks.map(({ agreement }) => agreement.id),
  )
  const prepared = await prepareAsks(tx, actor, asks, now)
  const sent = prepared.map(({ agreement: { id }, against: { against_reason } }) => {
    return { id, sum: sums.get(id) ?? null, against_reason }
  })
  const versions = await writeSent(tx, sent, now)
  await recordMany(tx, actor, prepared.map(toRecord))
  const happenings = prepared.map(({ agreement: { id, company_id }, before, columns }) => ({
    ...happened(before, columns, BODY),
    entity: 'agreement' as const,
    entity_id: id,
    version: versions.get(id) ?? 0,
    companies: [company_id],
  }))
  return emitMany(tx, actor, happenings)
}

/**
 * Asks several clients as part of a transaction; a refused agreement does not hold up the others.
 * @param ids without repetition
 */
export async function sendInside(tx: Transaction, actor: Actor, ids: number[]): Promise<DoneTogether> {
  const taken = await takeAll(tx, actor, ids)
  const { current, refused } = await permitted(ids, taken, (agreement) => checkUpdate(tx, actor, BODY, agreement))
  const events = await askEach(
    tx,
    actor,
    current.map((agreement) => ({ agreement, via: 'screen' })),
  )
  return { done: current.map(({ id }) => id), refused, events }
}

/** Sends several dates to their clients. */
export const sendMany = (call: Many) => together(call, sendInside)
