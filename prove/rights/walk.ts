import { endpoints, type AnyEndpoint } from '@vypusk/contract'
import type { Caller } from '../world/people.ts'
import type { Thing } from '../world/ground.ts'
import type { World } from '../world/world.ts'
import { listen, misdirected, overheard } from './live-frames.ts'
import { isAdmitted, isOpen, isRefused, mayCall, type Line, type Parts } from './line.ts'
import { send, type Sent } from './reply.ts'
import { APART, table } from './table/all.ts'
import { difference, fingerprint } from './unchanged.ts'

/** One call to make. */
interface Step {
  name: string
  endpoint: AnyEndpoint
  line: Line
  caller: Caller
  thing: Thing | undefined
}

/** Returns the endpoints without a line, and the lines without an endpoint. */
export const unknownNames = (): string[] => [
  ...Object.keys(endpoints).filter((name) => !APART.has(name) && !table[name]),
  ...Object.keys(table).filter((name) => !endpoints[name]),
]

export function sentOf({ path }: AnyEndpoint, { params = {}, query, body }: Parts): Sent {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const pairs = Object.entries(query ?? {}).map(([key, value]): [string, string] => [key, String(value)])
  const text = query ? `?${new URLSearchParams(pairs).toString()}` : ''
  return { path: filled, query: text, ...(body === undefined ? {} : { body }) }
}

export const NOWHERE = { id: 0, owner: 0, of: {} } as Thing

/**
 * Returns the things to try. A caller without access is refused before anything is looked up, so one thing is enough.
 */
function thingsFor({ things }: World, { endpoint, line, caller }: Omit<Step, 'thing'>): (Thing | undefined)[] {
  const { kind } = line
  if (!kind) return [undefined]
  return isOpen(endpoint, caller) ? line.states.map((state) => things[kind][state]) : [things[kind].own]
}

function stepsOf(world: World, name: string): Step[] {
  const [endpoint, line] = [endpoints[name], table[name]]
  if (!endpoint || !line) return []
  return world.callers.flatMap((caller) => {
    const step = { name, endpoint, line, caller }
    return thingsFor(world, step).map((thing) => ({ ...step, thing }))
  })
}

const may = ({ endpoint, line, caller, thing }: Step) => mayCall(endpoint, line, caller, thing)

function faultsOf(step: Step, status: number, text: string): string[] {
  const { endpoint, line, caller, thing } = step
  if (status >= 500) return [`${status} ${text.slice(-200)}`]
  if (may(step)) return isAdmitted(line, status) ? [] : [`refused with ${status}: ${text.slice(-200)}`]
  if (line.forEach && isOpen(endpoint, caller)) return []
  return isRefused(line, thing, status) ? [] : [`let in with ${status}`]
}

/**
 * Returns the thing for a call. Callers with access get a separate one if the call would take it away from the next
 * caller.
 */
async function thingOf(world: World, step: Step): Promise<{ thing: Thing | undefined; isSpent: boolean }> {
  const { line, thing } = step
  const isSpent = line.takes && thing !== undefined && may(step)
  return { isSpent, thing: isSpent ? await world.fresh(thing.kind, thing.state) : thing }
}

const named = ({ name, caller, thing }: Step) =>
  `${name} as ${caller.key}${thing ? ` of ${thing.state} ${thing.kind}` : ''}`

/** The same call for a workbook: a list takes `isExcel` where it takes its filters. */
const asWorkbook = ({ query }: AnyEndpoint, parts: Parts): Parts =>
  query
    ? { ...parts, query: { ...parts.query, isExcel: 'true' } }
    : { ...parts, body: { ...(parts.body as object), isExcel: true } }

/** Makes the call and returns what is wrong with the answer. */
async function take(world: World, step: Step, isExcel = false): Promise<string[]> {
  const { endpoint, line, caller } = step
  const { thing, isSpent } = await thingOf(world, step)
  const parts = line.parts(thing ?? NOWHERE, world, caller)
  const sent = sentOf(endpoint, isExcel ? asWorkbook(endpoint, parts) : parts)
  const { status, text } = await send(world.product, caller, endpoint, sent)
  if (isSpent && thing) await line.undo?.(world, thing)
  const reader = line.isLink ? { key: 'client', idcomp: world.companies.own } : caller
  const leaks = world.canaries.leaks(reader, text).map((leak) => `reads ${leak}`)
  return [...leaks, ...faultsOf(step, status, text)].map((what) => `${named(step)}: ${what}`)
}

export const changes = (name: string) => {
  const endpoint = endpoints[name]
  return endpoint !== undefined && endpoint.method !== 'GET' && endpoint.method !== 'HEAD' && endpoint.reads !== true
}

interface Walked {
  calls: number
  found: string[]
}

/** Calls an endpoint first as those without access, which must change nothing, then as those with access. */
export async function walkOne(world: World, name: string): Promise<Walked> {
  const steps = stepsOf(world, name)
  const refused = steps.filter((step) => !may(step))
  const admitted = steps.filter(may)
  const found: string[] = []
  const before = changes(name) ? await fingerprint(world) : new Map<string, string>()
  for (const step of refused) found.push(...(await take(world, step)))
  if (changes(name))
    found.push(
      ...difference(before, await fingerprint(world)).map((rows) => `${name}: a refused call has changed ${rows}`),
    )
  for (const step of admitted) {
    found.push(...(await take(world, step)))
    if (step.endpoint.stream === 'excel') found.push(...(await take(world, step, true)))
  }
  return { calls: steps.length, found }
}

/** Checks what can be read after all calls: lists, notices, search, events, letters. */
async function walkAfterwards(world: World) {
  const lists = everyName().filter((name) => !changes(name) && !table[name]?.kind && !table[name]?.isLink)
  const calls = lists.flatMap((name) => stepsOf(world, name)).filter((step) => Boolean(step.caller.idcomp) && may(step))
  const found: string[] = []
  for (const step of calls) found.push(...(await take(world, step)))
  return { calls: calls.length, found: found.map((fault) => `afterwards ${fault}`) }
}

/**
 * Starts collecting what people receive. `end` returns what they received although they may not know of it, and what
 * they can read by then.
 */
export async function startListening(world: World): Promise<{ end: () => Promise<Walked> }> {
  const listener = await listen(world)
  return {
    end: async () => {
      const { calls, found } = await walkAfterwards(world)
      listener.stop()
      return { calls, found: [...found, ...(await overheard(world, listener.frames)), ...(await misdirected(world))] }
    },
  }
}

/** Makes every call of the named lines, and checks what people receive because of them. */
export async function walk(world: World, names: string[]): Promise<Walked> {
  const listening = await startListening(world)
  const walked = []
  for (const name of names) walked.push(await walkOne(world, name))
  walked.push(await listening.end())
  return {
    calls: walked.reduce((sum, { calls }) => sum + calls, 0),
    found: walked.flatMap(({ found }) => found),
  }
}

/**
 * Returns all names: first the calls that only read, so that they find the things that were created, then those that
 * change things.
 * @param chance shuffles the reads: none may depend on an earlier one
 */
export function everyName(chance: (below: number) => number = () => 0): string[] {
  const names = Object.keys(table)
  const reads = names.filter((name) => !changes(name)).map((name) => [chance(names.length), name] as const)
  return [...reads.toSorted(([a], [b]) => a - b).map(([, name]) => name), ...names.filter(changes)]
}
