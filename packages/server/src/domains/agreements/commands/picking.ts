import type { BodyOf, dates, ReplyOf } from '@vypusk/contract'
import type { Actor, Call } from '../../../platform/call.ts'
import { refuse, refuseWith } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { outcomeOfAll } from '../../deliveries/port.ts'
import { releaseFor } from '../../releases/port.ts'
import { reasons } from '../policy.ts'
import { knownAgreement, liveAgreement } from '../queries/agreements.ts'
import { nearestOfRelease } from '../queries/fitting.ts'
import { changeInside } from './changing.ts'
import { refusalOf } from './many.ts'
import { addInside } from './save.ts'

type Reply = ReplyOf<typeof dates.askAll>
interface Pair {
  release_id: number
  company_id: number
}

/** Everybody of the company whom letters can reach: the form of an agreement writes to the same. */
const reachable = async (tx: Transaction, company_id: number): Promise<number[]> => {
  const people = await tx
    .selectFrom('shared_users as u')
    .select('u.id')
    .where('u.idcomp', '=', company_id)
    .where('u.email', 'is not', null)
    .where('u.is_blocked', '=', false)
    .where('u.deleted_at', 'is', null)
    .orderBy('u.id')
    .execute()
  return people.map(({ id }) => id)
}

/** The agreement with the date on it, made where there was none. @returns its id */
async function dated(tx: Transaction, actor: Actor, { release_id, company_id }: Pair, date: Dated): Promise<number> {
  const live = await liveAgreement(tx, release_id, company_id)
  if (!live) return (await addInside(tx, actor, await draftOf(tx, { release_id, company_id }, date))).id
  const standing = await knownAgreement(tx, actor.person, live.id)
  if (!standing) throw refuse('not_found')
  if (standing.by_rivc) throw refuseWith(standing.by_client ? reasons.agreedAlready : reasons.sentAlready)
  if (standing.releaseDate !== date.releaseDate || standing.releaseTime !== date.releaseTime) {
    await changeInside(tx, actor, { id: live.id, body: { updateTarget: 4, cancel_reason: '', ...date }, via: 'screen' })
  }
  return live.id
}

interface Dated {
  releaseDate: string
  releaseTime: string | null
  against_reason?: string
}

const draftOf = async (tx: Transaction, pair: Pair, date: Dated) => ({
  ...pair,
  ...date,
  recipients: await reachable(tx, pair.company_id),
  recipientsExtra: [],
  remark: '',
  isPublishedOnTestEnv: false,
})

async function nearestOf(tx: Transaction, { deps, person }: Actor, { release_id, company_id }: Pair): Promise<Dated> {
  const known = { db: tx, clock: deps.clock }
  const { together } = await nearestOfRelease(known, person, { release_id, companies: [company_id] })
  if (!together.found) throw refuseWith(reasons.noneFits)
  return together.found
}

async function askOne(tx: Transaction, actor: Actor, pair: Pair, chosen: Dated | undefined) {
  const date = chosen ?? (await nearestOf(tx, actor, pair))
  const id = await dated(tx, actor, pair, date)
  const event_id = await changeInside(tx, actor, { id, body: { updateTarget: 5, remark: '' }, via: 'screen' })
  const { releaseDate, releaseTime } = date
  return { event_id, done: { id, company_id: pair.company_id, releaseDate, releaseTime } }
}

/** What is named of a company's date, without the company. */
const chosenOf = ({ chosen }: BodyOf<typeof dates.askAll>): Map<number, Dated> =>
  new Map(chosen.map(({ company_id, ...date }) => [company_id, date]))

/** «Подобрать даты всем»: each company is asked about its date, each in a transaction of its own. */
export async function askAll({ deps, person, params, body }: Call<typeof dates.askAll>): Promise<Reply> {
  const actor = { deps, person }
  if (!(await releaseFor(deps.db, params.release_id))) throw refuse('not_found')
  const done: Reply['done'] = []
  const refused: Reply['refused'] = []
  const events: number[] = []
  const chosen = chosenOf(body)
  for (const company_id of new Set(body.companies)) {
    try {
      const asked = await inTransaction(actor, (tx) =>
        askOne(tx, actor, { ...params, company_id }, chosen.get(company_id)),
      )
      done.push(asked.done)
      if (asked.event_id !== null) events.push(asked.event_id)
    } catch (error) {
      refused.push({ company_id, message: refusalOf(error) })
    }
  }
  return { message: 'Success', done, refused, mail: await outcomeOfAll(deps, events) }
}
