import type { BodyOf, dates, ReplyOf } from '@vypusk/contract'
import type { Actor, Call } from '../../../platform/call.ts'
import { emitMany } from '../../../platform/events-together.ts'
import { refuse, refuseWith, type RefusalSpec } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { presentCompanies } from '../../catalog/port.ts'
import { outcomeOfAll } from '../../deliveries/port.ts'
import { lockRelease, releaseFor } from '../../releases/port.ts'
import { reasons, whyNotAgain } from '../policy.ts'
import { liveAgreements } from '../queries/agreements.ts'
import { keptAgainstEach, nearestOfRelease } from '../queries/date-facts.ts'
import { reachableOf } from '../queries/reachable.ts'
import { checkUpdate } from './checking.ts'
import { permitted, takeAll } from './many.ts'
import { redateEach } from './redating.ts'
import { createdEvent, insertChecked, type Draft } from './save.ts'
import { sendInside } from './sending.ts'

type Reply = ReplyOf<typeof dates.askAll>

interface Dated {
  releaseDate: string
  releaseTime: string | null
  against_reason?: string
}

/** The date to ask one company about, or the reason why it is not asked. */
type Wish = Dated | RefusalSpec
const isRefused = (wish: Wish): wish is RefusalSpec => Array.isArray(wish)

/** Returns the dates chosen in the call, by company. */
const chosenOf = ({ chosen }: BodyOf<typeof dates.askAll>): Map<number, Dated> =>
  new Map(chosen.map(({ company_id, ...date }) => [company_id, date]))

/** Returns the date for each company: the chosen one, or else the nearest that fits it. */
async function wishesOf(
  tx: Transaction,
  { deps, person }: Actor,
  { release_id, companies }: { release_id: number; companies: number[] },
  chosen: Map<number, Dated>,
): Promise<Map<number, Wish>> {
  const wishes = new Map<number, Wish>(companies.map((company_id) => [company_id, reasons.noneFits]))
  for (const [company_id, date] of chosen) if (wishes.has(company_id)) wishes.set(company_id, date)
  const sought = companies.filter((company_id) => !chosen.has(company_id))
  if (sought.length === 0) return wishes
  const known = { db: tx, clock: deps.clock }
  const { each } = await nearestOfRelease(known, person, { release_id, companies: sought })
  for (const { company, found } of each) if (found) wishes.set(company.idcomp, found)
  return wishes
}

type ExistingDates = Map<number, { id: number; date: Dated }>

/** Locks existing agreements and moves them to the requested dates, each independently. */
async function moveExisting(tx: Transaction, actor: Actor, existing: ExistingDates, refuseOne: Refuse): Promise<void> {
  const companyOf = new Map([...existing].map(([company_id, { id }]) => [id, company_id]))
  const bodies = new Map(
    [...existing.values()].map(({ id, date }) => [id, { updateTarget: 4 as const, cancel_reason: '', ...date }]),
  )
  const ids = [...bodies.keys()]
  const { current, refused } = await permitted(ids, await takeAll(tx, actor, ids), async (agreement) => {
    if (agreement.by_rivc) throw refuseWith(agreement.by_client ? reasons.agreedAlready : whyNotAgain(agreement))
    const body = bodies.get(agreement.id)
    if (body) await checkUpdate(tx, actor, body, agreement)
  })
  for (const { id, message } of refused) {
    const company_id = companyOf.get(id) ?? 0
    existing.delete(company_id)
    refuseOne(company_id, message)
  }
  const moving = current.flatMap((agreement) => {
    const body = bodies.get(agreement.id)
    return body ? [{ current: agreement, body, via: 'screen' as const }] : []
  })
  await redateEach(tx, actor, moving)
}

type Refuse = (company_id: number, message: string) => void

/** Creates the missing agreements, addressed to everybody of their companies. */
async function makeMissing(tx: Transaction, actor: Actor, release_id: number, dates: Map<number, Dated>) {
  if (dates.size === 0) return []
  const people = await reachableOf(tx, [...dates.keys()])
  const drafts = [...dates].map(([company_id, date]): Draft => ({
    release_id,
    company_id,
    ...date,
    recipients: [],
    recipientsExtra: [],
    remark: '',
    isPublishedOnTestEnv: false,
  }))
  const kept = await keptAgainstEach(
    { db: tx, clock: actor.deps.clock },
    actor.person,
    drafts.map((dated) => ({ dated, reason: dated.against_reason ?? '' })),
  )
  const checked = drafts.map((body, index) => ({
    body,
    people: people.get(body.company_id) ?? [],
    kept: kept[index] ?? { against_reason: '', text: '', note: undefined },
  }))
  const made = await insertChecked(tx, actor, checked)
  await emitMany(tx, actor, made.map(createdEvent))
  return made
}

/** Returns the reason why a company without an agreement cannot be asked about the release; null where it can. */
const outside = (
  release: Awaited<ReturnType<typeof lockRelease>>,
  present: ReadonlySet<number>,
  company_id: number,
) => {
  if (!release.companies.includes(company_id)) return 'Эта компания не участвует в релизе'
  if (release.notPublishingList.includes(company_id)) return reasons.notPublishing[1]
  if (!present.has(company_id)) return reasons.hiddenCompany[1]
  return release.is_closed ? reasons.releaseClosed[1] : null
}

/**
 * Sorts the companies into those with an agreement and those without; companies that cannot be asked are refused. Locks
 * the companies, then the release, as hiding a company does.
 */
async function sortCompanies(
  tx: Transaction,
  actor: Actor,
  { release_id, companies }: { release_id: number; companies: number[] },
  chosen: Map<number, Dated>,
  refuseOne: Refuse,
) {
  const present = await presentCompanies(tx, companies)
  const release = await lockRelease(tx, release_id)
  const live = new Map((await liveAgreements.all(tx, { release_id, companies })).map((row) => [row.company_id, row.id]))
  const existing: ExistingDates = new Map()
  const missing = new Map<number, Dated>()
  for (const [company_id, wish] of await wishesOf(tx, actor, { release_id, companies }, chosen)) {
    const id = live.get(company_id)
    const reason = id === undefined ? outside(release, present, company_id) : null
    if (reason !== null) refuseOne(company_id, reason)
    else if (isRefused(wish)) refuseOne(company_id, wish[1])
    else if (id === undefined) missing.set(company_id, wish)
    else existing.set(company_id, { id, date: wish })
  }
  return { existing, missing }
}

async function askInside(tx: Transaction, actor: Actor, release_id: number, body: BodyOf<typeof dates.askAll>) {
  const refused: Reply['refused'] = []
  const refuseOne: Refuse = (company_id, message) => refused.push({ company_id, message })
  const companies = [...new Set(body.companies)]
  const { existing, missing } = await sortCompanies(tx, actor, { release_id, companies }, chosenOf(body), refuseOne)
  await moveExisting(tx, actor, existing, refuseOne)
  const asking = new Map<number, { company_id: number; date: Dated | undefined }>()
  for (const [company_id, { id, date }] of existing) asking.set(id, { company_id, date })
  for (const { id, company_id } of await makeMissing(tx, actor, release_id, missing)) {
    asking.set(id, { company_id, date: missing.get(company_id) })
  }
  const sent = await sendInside(tx, actor, [...asking.keys()])
  for (const { id, message } of sent.refused) refuseOne(asking.get(id)?.company_id ?? 0, message)
  const done = sent.done.flatMap((id) => {
    const { company_id = 0, date } = asking.get(id) ?? {}
    return date ? [{ id, company_id, releaseDate: date.releaseDate, releaseTime: date.releaseTime }] : []
  })
  return { done: inOrder(done, companies), refused: inOrder(refused, companies), events: sent.events }
}

/** Sorts rows in the order in which the companies were given. */
const inOrder = <Row extends { company_id: number }>(rows: Row[], companies: number[]): Row[] => {
  const place = new Map(companies.map((company_id, index) => [company_id, index]))
  return rows.toSorted((a, b) => (place.get(a.company_id) ?? 0) - (place.get(b.company_id) ?? 0))
}

/**
 * «Подобрать даты всем»: asks each company about its date, all in one transaction; a refused company does not hold up
 * the others.
 */
export async function askAll(call: Call<typeof dates.askAll>): Promise<Reply> {
  const { deps, params, body } = call
  if (!(await releaseFor(deps.db, params.release_id))) throw refuse('not_found')
  let events: number[] = []
  const asking = await inTransaction(call, async (tx) => {
    const { events: happened, ...reply } = await askInside(tx, call, params.release_id, body)
    events = happened
    return { message: 'Success', ...reply, mail: 'queued' as const }
  })
  return { ...asking, mail: await outcomeOfAll(deps, events) }
}
