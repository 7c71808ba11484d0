import { endpoints, type AnyEndpoint } from '@vypusk/contract'
import type { World } from '../world/world.ts'
import type { Parts } from './line.ts'
import { send } from './reply.ts'
import { table } from './table/all.ts'
import { changes, NOWHERE, sentOf } from './walk.ts'
import { difference, fingerprint } from './unchanged.ts'

/** Calls that do something each time they are made, and why that is what their caller wants. */
const EACH_TIME: Record<string, string> = {
  'auth.login': 'each try is counted',
  'calendar.subscribe': 'renews the secret of the link',
  'files.linkFile': 'each link is another secret',
  'letters.retryDelivery': 'sends again',
  'publications.publish': 'hands over again',
  'registry.addComment': 'says something',
  'registry.createEntries': 'creates',
  'registry.createEntry': 'creates',
  'requests.createRequest': 'creates',
  'requests.saveIssues': 'the time of the report is shown',
  'services.create': 'creates',
  'talks.say': 'says something',
  'threads.answer': 'says something',
  'threads.raise': 'says something',
  'tokens.create': 'creates',
  'webhooks.create': 'creates',
}

const item = (list: string, body: unknown) => () => ({ params: { list, id: 1 }, body })
const ofCompany = (body: unknown) => (world: World) => ({ params: { id: world.companies.own }, body })
const ofClient = (body: unknown) => (world: World) => ({ params: { id: world.people.client }, body })

/** Calls whose line in the table of rights names nothing that exists. */
const NAMED: Record<string, (world: World) => Parts> = {
  'adminCompanies.save': ofCompany({ namecomp: 'ООО «Иная»' }),
  'adminCompanies.hide': ofCompany({ is_hidden: false }),
  'adminLists.hide': item('registry_step', { is_hidden: false }),
  'adminLists.rename': item('registry_step', { name: 'Иначе' }),
  'adminLists.setKind': () => ({ params: { id: 2 }, body: { kind: 'work' } }),
  'adminLists.setOver': () => ({ params: { id: 1 }, body: { is_over: true } }),
  'adminLists.setTone': () => ({ params: { id: 1 }, body: { tone: 'blue' } }),
  'planning.saveVariant': ({ priv }) => ({ params: { id: priv.variant }, body: { name: 'Мой', changes: [] } }),
  'adminPeople.block': ofClient({ is_blocked: false }),
  'companyCalendars.save': ofCompany({
    zone: null,
    working: [{ weekday: 0, from: '09:00', to: '18:00' }],
    installing: [],
  }),
  'companyCalendars.close': ofCompany({ date_from: '2026-04-01', date_to: '2026-04-02', reason: 'Отчётность' }),
}

const isDone = (status: number) => status >= 200 && status < 300

/** Makes the call as an administrator. @returns its status */
async function call(world: World, endpoint: AnyEndpoint, parts: Parts): Promise<number> {
  const admin = world.callers.find(({ key }) => key === 'admin')
  if (!admin) throw new Error('There is no administrator')
  return (await send(world.product, admin, endpoint, sentOf(endpoint, parts))).status
}

export async function partsOf(world: World, name: string): Promise<Parts> {
  const line = table[name]
  const named = NAMED[name]
  if (named) return named(world)
  const thing = line?.kind ? await world.fresh(line.kind) : NOWHERE
  return line?.parts(thing, world, { key: 'admin' } as never) ?? {}
}

/** Returns what a call writes that has been made just before. */
async function written(world: World, endpoint: AnyEndpoint, parts: Parts): Promise<string[]> {
  const before = await fingerprint(world, 'events')
  await call(world, endpoint, parts)
  return difference(before, await fingerprint(world, 'events'))
}

export interface Repeated {
  /** Whether the call was possible at all. */
  wasMade: boolean
  /** The tables that its repetition wrote. */
  wrote: string[]
}

/** Makes a call again and again. Jobs write meanwhile too, but not after each of the calls. */
export async function repeat(world: World, name: string): Promise<Repeated> {
  const endpoint = endpoints[name]
  if (!endpoint) throw new Error(`There is no ${name}`)
  const parts = await partsOf(world, name)
  const first = await call(world, endpoint, parts)
  if (!isDone(first)) return { wasMade: false, wrote: [] }
  let wrote = await written(world, endpoint, parts)
  for (let tries = 0; tries < 3 && wrote.length > 0; tries += 1) {
    const again = await written(world, endpoint, parts)
    wrote = wrote.filter((rows) => again.includes(rows))
  }
  return { wasMade: true, wrote }
}

/** The calls of which a repetition must change nothing. */
export const repeatable = (): string[] =>
  Object.keys(table).filter((name) => changes(name) && !table[name]?.isLink && EACH_TIME[name] === undefined)
