import type { agreements } from '@vypusk/contract'
import type { Actor, Call } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { emitMany } from '../../../platform/events-together.ts'
import { recordMany } from '../../../platform/history.ts'
import { refuse } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { outcomeOfAll } from '../../deliveries/port.ts'
import { knownAgreements, type KnownAgreement } from '../queries/agreements.ts'
import { keptAgainstEach, type KeptAgainst } from '../queries/fitting.ts'
import { changesOf, differing, happened } from '../rules/changes.ts'
import { keepScopes, lockAgreements, writeAsked } from '../store.ts'
import { checkUpdate, fieldsOf, updateToRecord } from './changing.ts'
import { refusalOf } from './many.ts'
import '../events.ts'

/** Dates of many clients sent by one act: as many statements as for one. */

/** What an update of each of them says. */
const BODY = { updateTarget: 5, remark: '' } as const

interface Sent {
  /** The ids, in the order they were named. */
  done: number[]
  refused: { id: number; message: string }[]
  /** Of what happened. */
  events: number[]
}

/** Who of them may be asked; who may not is told why. */
async function askable(tx: Transaction, actor: Actor, ids: number[]) {
  await lockAgreements(tx, ids)
  const known = await knownAgreements(tx, actor.person, ids)
  const current: KnownAgreement[] = []
  const refused: Sent['refused'] = []
  for (const id of ids) {
    try {
      const agreement = known.get(id)
      if (!agreement) throw refuse('not_found')
      await checkUpdate(tx, actor, BODY, agreement)
      current.push(agreement)
    } catch (error) {
      refused.push({ id, message: refusalOf(error) })
    }
  }
  return { current, refused }
}

const NOTHING_AGAINST: KeptAgainst = { against_reason: '', said: '', note: undefined }

/** What asking changes of each, and what speaks against its date. */
async function weighed(tx: Transaction, { person, deps }: Actor, current: KnownAgreement[], now: string) {
  const kept = await keptAgainstEach(
    { db: tx, clock: deps.clock },
    person,
    current.map((dated) => ({ dated, reason: dated.against_reason })),
  )
  return current.map((agreement, index) => {
    const before = fieldsOf(agreement)
    const columns = differing(before, changesOf(before, BODY, false, now))
    return { agreement, before, columns, against: kept[index] ?? NOTHING_AGAINST }
  })
}
type Weighed = Awaited<ReturnType<typeof weighed>>[number]

const toRecord = ({ agreement, columns, against }: Weighed) =>
  updateToRecord(
    { id: agreement.id, body: BODY, via: 'screen' },
    agreement,
    { columns, people: undefined, scope: '', kept: against },
    against.note ?? '',
  )

/**
 * Asks several clients for their word as a part of a transaction; who is refused holds up nobody.
 * @param ids without repetition
 */
export async function sendInside(tx: Transaction, actor: Actor, ids: number[]): Promise<Sent> {
  const { current, refused } = await askable(tx, actor, ids)
  const done = current.map(({ id }) => id)
  if (done.length === 0) return { done, refused, events: [] }
  const now = momentOf(actor.deps.clock)
  const sums = await keepScopes(tx, done)
  const told = await weighed(tx, actor, current, now)
  const asked = told.map(({ agreement: { id }, against: { against_reason } }) => {
    return { id, sum: sums.get(id) ?? null, against_reason }
  })
  const versions = await writeAsked(tx, asked, now)
  await recordMany(tx, actor, told.map(toRecord))
  const happenings = told.map(({ agreement: { id, company_id }, before, columns }) => ({
    ...happened(before, columns, BODY),
    entity: 'agreement' as const,
    entity_id: id,
    version: versions.get(id) ?? 0,
    companies: [company_id],
  }))
  return { done, refused, events: await emitMany(tx, actor, happenings) }
}

/** Sends several dates to their clients. */
export async function sendMany(call: Call<typeof agreements.sendMany>) {
  let events: number[] = []
  const sent = await inTransaction(call, async (tx) => {
    const { events: happenings, ...told } = await sendInside(tx, call, [...new Set(call.body.ids)])
    events = happenings
    return { message: 'Success', ...told, mail: 'queued' as const }
  })
  return { ...sent, mail: await outcomeOfAll(call.deps, events) }
}
