import fc from 'fast-check'
import { endpoints, type AnyEndpoint } from '@vypusk/contract'
import type { ProofOptions, Proof } from '../part.ts'
import { openServer } from '../world/open.ts'
import { makeWorld, type World } from '../world/world.ts'
import { callsOf, type FuzzCall } from './calls.ts'
import { revive } from './revive.ts'
import { shoot } from './shoot.ts'

/** Ends the session, or never ends by itself. */
const APART = new Set(['auth.logout', 'live.events'])
/** Calls on one endpoint in a row, and rounds over all endpoints in one system. */
const IN_A_ROW = 12
const ROUNDS_IN_A_WORLD = 12

const table = Object.entries(endpoints).filter(([name]) => !APART.has(name))

const SLOW_MS = 5000

interface Slowest {
  ms: number
  name: string
}

interface Sum {
  calls: number
  /** By the clock, as whoever waits has it, and of the processor: on a busy machine the two are far apart. */
  wall: Slowest
  cpu: Slowest
  above5s: number
  statuses: Map<number, number>
  /** By what is said, so that the same fault is named once. */
  faults: Map<string, string>
}

/** Words and numbers aside, one fault is one line. */
const kindOf = (name: string, fault: string) =>
  `${name}: ${fault.replaceAll(/[\da-f-]{36}|\d{4,}/g, '…').slice(0, 160)}`

const callText = ({ path, query, payload = '', headers, person }: FuzzCall) =>
  `person ${person} ${path}${query.slice(0, 300)} ${payload.slice(0, 400)} ${JSON.stringify(headers).slice(0, 300)}`

async function volley(world: World, [name, endpoint]: [string, AnyEndpoint], seed: number, sum: Sum) {
  const calls = fc.sample(callsOf(endpoint, world.callers.length), { numRuns: IN_A_ROW, seed })
  for (const call of calls) {
    const { status, fault, wallMs, cpuMs } = await shoot(world, endpoint, call)
    sum.calls += 1
    sum.statuses.set(status, (sum.statuses.get(status) ?? 0) + 1)
    if (wallMs > SLOW_MS) sum.above5s += 1
    if (wallMs > sum.wall.ms) sum.wall = { ms: wallMs, name }
    if (cpuMs > sum.cpu.ms) sum.cpu = { ms: cpuMs, name }
    if (fault) sum.faults.set(kindOf(name, fault), `${name} seed ${seed} ${callText(call)} → ${fault}`)
  }
}

/** Calls without an end until the minutes are over; each system of its own for some rounds, so that not all is deleted. */
export async function fuzz({ minutes, seed }: ProofOptions): Promise<Proof> {
  const server = await openServer()
  const [wall, cpu] = [
    { ms: 0, name: '' },
    { ms: 0, name: '' },
  ]
  const sum: Sum = { calls: 0, wall, cpu, above5s: 0, statuses: new Map(), faults: new Map() }
  const end = performance.now() + minutes * 60_000
  let next = seed
  while (performance.now() < end) {
    const product = await server.open()
    const world = await makeWorld(product)
    for (let turn = 0; turn < ROUNDS_IN_A_WORLD * table.length && performance.now() < end; turn += 1) {
      const one = table[turn % table.length]
      if (one) await volley(world, one, (next += 1), sum)
      if (turn % table.length === table.length - 1) await revive(world)
    }
    await product.close()
  }
  await server.close()
  const statuses = [...sum.statuses].toSorted(([a], [b]) => a - b).map(([status, many]) => `${status}×${many}`)
  const inWords = ({ ms, name }: Slowest) => `${Math.round(ms)} ms (${name})`
  const figures = {
    calls: sum.calls,
    answers: statuses.join(' '),
    'slowest by the clock': inWords(sum.wall),
    'slowest of the processor': inWords(sum.cpu),
    'above 5 s by the clock': sum.above5s,
  }
  return { figures, faults: [...sum.faults.values()] }
}
