import fc from 'fast-check'
import { agreements, approve, consequences, offers, releases, type AnyEndpoint } from '@vypusk/contract'
import { sql } from 'kysely'
import { releaseHeld } from '../domains/letters/commands/holding/withdrawn.ts'
import type { Answer, Api, TestApp } from './app.ts'
import { makePublication } from './making/make-publication.ts'
import { makePeople, makeRelease } from './making/make.ts'

/** All actions on a release with two companies, in any order and two at a time (docs/decisions/0059). */

const ACTS = [
  'add',
  'send',
  'approve',
  'approve by link',
  'offer',
  'accept',
  'move ahead',
  'move behind',
  'list',
  'unlist',
  'take off',
  'take on',
  'hide',
  'show',
  'delete release',
  'restore release',
  'delete agreement',
  'withdraw',
  'undo',
  'wait a minute',
  'publish',
] as const
type Act = (typeof ACTS)[number]
/** An action, and the company it concerns. */
interface Step {
  act: Act
  company: 0 | 1
}

export interface ModelWorld {
  product: TestApp
  people: Awaited<ReturnType<typeof makePeople>>
  manager: Api
  clients: readonly [Api, Api]
}

export async function modelWorld(product: TestApp): Promise<ModelWorld> {
  const people = await makePeople(product.deps.db)
  const [manager, first, second] = await Promise.all(['manager', 'client1', 'client2'].map(product.as))
  if (!manager || !first || !second) throw new Error('people are missing')
  return { product, people, manager, clients: [first, second] }
}

/** A separate release for each run: runs share only people and companies. */
async function modelRelease({ product: { deps }, people }: ModelWorld): Promise<number> {
  const companies = [people.company1, people.company2]
  return makeRelease(deps.db, { author_id: people.manager }, { companies })
}

type Done = Promise<Answer<AnyEndpoint> | undefined>

/** The current agreement of the company; undefined when there is none. */
const liveOf = ({ product: { deps } }: ModelWorld, release_id: number, company_id: number) =>
  deps.db
    .selectFrom('agreements')
    .select('id')
    .where('release_id', '=', release_id)
    .where('company_id', '=', company_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** All links in letters about the release, oldest first. */
async function linksOf({ product: { deps } }: ModelWorld, release_id: number) {
  const letters = await deps.db
    .selectFrom('letters as l')
    .innerJoin('agreements as a', 'a.id', 'l.entity_id')
    .select(['l.text', 'a.id', 'a.company_id'])
    .where('l.entity', '=', 'agreement')
    .where('a.release_id', '=', release_id)
    .orderBy('l.id')
    .execute()
  return letters.flatMap(({ text, ...of }) => {
    const token = /\/approve\/([\w-]{43})/.exec(text)?.[1]
    return token ? [{ ...of, token }] : []
  })
}

/** Actions on an agreement; skipped when there is none. */
const ON_AGREEMENT: Partial<Record<Act, (id: number, world: ModelWorld, client: Api) => Done>> = {
  send: (id, { manager }) => manager(agreements.update, { params: { id }, body: { updateTarget: 5 } }),
  approve: (id, _, client) => client(agreements.update, { params: { id }, body: { updateTarget: 5 } }),
  offer: (id, _, client) =>
    client(offers.propose, { params: { id }, body: { releaseDate: '2026-04-03', releaseTime: null, reason: '' } }),
  accept: async (id, { manager }) => {
    const { body } = await manager(agreements.get, { params: { id } })
    const params = { id, offer_id: body.offer?.id ?? 1 }
    return manager(offers.answer, { params, body: { answer: 'accept' } })
  },
  'move ahead': (id, { manager }) => manager(agreements.update, { params: { id }, body: moved('2026-03-27') }),
  'move behind': (id, { manager }) => manager(agreements.update, { params: { id }, body: moved('2026-03-05') }),
  'delete agreement': (id, { manager }) => manager(agreements.remove, { params: { id } }),
  withdraw: (id, { manager }) => manager(consequences.withdraw, { body: { ids: [id] } }),
}
const moved = (releaseDate: string) => ({
  updateTarget: 4 as const,
  releaseDate,
  releaseTime: null,
  cancel_reason: 'Так',
})

async function saved({ manager }: ModelWorld, id: number, change: (release: releases.ReleaseDetail) => object): Done {
  const { status, body } = await manager(releases.get, { params: { id } })
  if (status !== 200) return undefined
  const { title, start_date, plan_date } = body
  return manager(releases.save, { params: { id }, body: { title, start_date, plan_date, ...change(body) } })
}

const idsIn = ({ companies }: releases.ReleaseDetail) => companies.map(({ idcomp }) => idcomp)

/** Actions on the release, or on a company in it. */
const ON_RELEASE: Partial<Record<Act, (release_id: number, company_id: number, world: ModelWorld) => Done>> = {
  add: (release_id, company_id, { manager, people }) => {
    const recipients = [company_id === people.company1 ? people.client1 : people.client2]
    const date = { releaseDate: '2026-03-20', releaseTime: null }
    return manager(agreements.add, { body: { release_id, company_id, recipients, ...date } })
  },
  list: (release_id, company_id, { manager }) => manager(releases.notPublishing, { body: { release_id, company_id } }),
  unlist: (release_id, company_id, { manager }) =>
    manager(releases.notPublishing, { body: { release_id, company_id, remove: true } }),
  'take off': (release_id, company_id, world) =>
    saved(world, release_id, (release) => ({ companies: idsIn(release).filter((each) => each !== company_id) })),
  'take on': (release_id, company_id, world) =>
    saved(world, release_id, (release) => ({ companies: [...new Set([...idsIn(release), company_id])] })),
  hide: (release_id, _, world) => saved(world, release_id, () => ({ is_visible_for_client: false })),
  show: (release_id, _, world) => saved(world, release_id, () => ({ is_visible_for_client: true })),
  'delete release': (id, _, { manager }) => manager(releases.remove, { params: { id } }),
  'restore release': (id, _, { manager }) => manager(releases.restore, { params: { id } }),
  undo: async (_, __, { manager }) => {
    const [act] = (await manager(consequences.withdrawals)).body.acts
    return act && manager(consequences.undo, { body: { act_id: act.act_id } })
  },
  'approve by link': async (release_id, company_id, world) => {
    const link = (await linksOf(world, release_id)).findLast((each) => each.company_id === company_id)
    const answer = { answer: 'agree' as const }
    return link && world.product.anonymous(approve.answer, { params: { token: link.token }, body: answer })
  },
  'wait a minute': async (_, __, { product: { clock, deps } }) => {
    clock.set(new Date(clock.now().getTime() + 61_000).toISOString())
    await releaseHeld(deps)
    return undefined
  },
  publish: async (release_id, company_id, { product: { deps }, people }) => {
    await makePublication(deps.db, { author_id: people.manager }, [{ release_id, customers: [company_id] }])
    return undefined
  },
}

/**
 * Performs one action.
 * @returns a fault: every action must succeed or be refused, and never fail
 */
async function take(world: ModelWorld, release_id: number, { act, company }: Step): Promise<string | null> {
  const { people, clients } = world
  const company_id = company === 0 ? people.company1 : people.company2
  const onAgreement = ON_AGREEMENT[act]
  const live = onAgreement && (await liveOf(world, release_id, company_id))
  const answer = live
    ? await onAgreement(live.id, world, clients[company])
    : await ON_RELEASE[act]?.(release_id, company_id, world)
  return answer && answer.status >= 500 ? `«${act}» broke: ${JSON.stringify(answer.body)}` : null
}

/**
 * The last line of «The model in short» (docs/decisions/0059): the conditions under which an agreement can be answered
 * by a link.
 */
const answerable = async ({ product: { deps } }: ModelWorld, release_id: number) => {
  const today = deps.clock.now().toISOString().slice(0, 10)
  const { rows } = await sql<{ id: number; may: boolean }>`
    select a.id, a.deleted_at is null and r.deleted_at is null and a.by_rivc and not a.by_client
      and not exists (select from not_publishing_list as n where n.release_id = r.id and n.idcomp = a.company_id)
      and not exists (select from handed_to as h where h.release_id = r.id and h.idcomp = a.company_id)
      and a."releaseDate" >= ${today}::date as may
    from agreements as a join releases as r on r.id = a.release_id where r.id = ${release_id}`.execute(deps.db)
  return new Map(rows.map(({ id, may }) => [id, may]))
}

/** @returns links by which a client could still approve although it should not be possible */
async function wrongLinks(world: ModelWorld, release_id: number): Promise<string[]> {
  const may = await answerable(world, release_id)
  const wrong: string[] = []
  for (const { id, token } of await linksOf(world, release_id)) {
    if (may.get(id) === true) continue
    const { status, body } = await world.product.anonymous(approve.ask, { params: { token } })
    if (status === 200 && body.can_agree === true) wrong.push(`agreement ${id}`)
  }
  return wrong
}

/** @returns agreements with contradictory approvals: the client's without that of staff */
async function halfAgreed({ product: { deps } }: ModelWorld, release_id: number): Promise<number[]> {
  const rows = await deps.db
    .selectFrom('agreements')
    .select('id')
    .where('release_id', '=', release_id)
    .where('by_client', '=', true)
    .where('by_rivc', '=', false)
    .execute()
  return rows.map(({ id }) => id)
}

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom(...ACTS),
  company: fc.constantFrom(0 as const, 1 as const),
})
/** Two actions at once, repeatedly. */
export const pairs = fc.array(fc.tuple(step, step), { minLength: 4, maxLength: 10 })

const COMPANIES = [0, 1] as const

/**
 * Runs actions on a release whose date was sent to both companies.
 * @returns the first fault, or null when there is none
 */
export async function runModel(world: ModelWorld, all: (readonly [Step, Step])[]): Promise<string | null> {
  const release_id = await modelRelease(world)
  for (const company of COMPANIES) {
    await take(world, release_id, { act: 'add', company })
    await take(world, release_id, { act: 'send', company })
  }
  for (const both of all) {
    const broken = await Promise.all(both.map((each) => take(world, release_id, each)))
    const half = await halfAgreed(world, release_id)
    const wrong = await wrongLinks(world, release_id)
    const faults = [
      ...broken.filter((fault) => fault !== null),
      ...wrong.map((link) => `a link still agrees to what nobody may: ${link}`),
      ...half.map((id) => `agreed by the client alone: agreement ${id}`),
    ]
    if (faults.length > 0) return `${faults.join('; ')} after ${both.map(({ act }) => act).join(' and ')}`
  }
  return null
}
