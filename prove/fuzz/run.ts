import fc from 'fast-check'
import { endpoints, type AnyEndpoint } from '@vypusk/contract'
import type { ProofOptions, Proof } from '../part.ts'
import { openServer } from '../world/open.ts'
import { makeWorld, type World } from '../world/world.ts'
import { callsOf, type FuzzCall } from './calls.ts'
import { revive } from './revive.ts'
import { shoot } from './shoot.ts'

/** Endpoints that end the session, or never end by themselves. */
const APART = new Set(['auth.logout', 'live.events'])
/** Consecutive calls of one endpoint, and rounds over all endpoints in one system. */
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
  /** The slowest by wall time, as the caller experiences it: on a busy machine it differs a lot from processor time. */
  wall: Slowest
  /** The slowest by processor time. */
  cpu: Slowest
  above5s: number
  statuses: Map<number, number>
  /** By kind of fault, so that the same fault is reported once. */
  faults: Map<string, string>
}

/** Returns the kind of a fault, without ids and numbers. */
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

/**
 * Makes calls until the minutes are over; a new system is used after some rounds, so that not everything gets deleted.
 */
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
