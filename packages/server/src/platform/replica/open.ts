import type { PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { connectionsOf, type Connections, type Lends } from '../database/connections.ts'
import { isConnectionEnded, DatabaseAway } from '../database/away.ts'
import { openPool } from '../database.ts'
import { longLimits, type DatabaseLimits } from '../database/limits.ts'
import type { Log } from '../runtime/log.ts'
import { isOfTransactions } from '../database/poolers.ts'
import { areNamesKept, createNames } from '../database/statement-names.ts'
import { checkFollows, checkWhose, waitFor } from './look.ts'
import { createPositions, type Position, type Positions } from './positions.ts'
import { readingNow, type Reading } from './reading.ts'
import { watchReplica, type ReplicaState, type ReplicaWatch } from './watch.ts'

/** Which connections to use: those for calls, or those for work that takes minutes (call.ts, Deps). */
export type Way = 'usual' | 'long'

export interface ReplicaOptions {
  config: pg.PoolConfig
  /** Where calls reach the primary. */
  primary: pg.PoolConfig
  /** How long a call waits until the replica has everything that was there when the call began, in milliseconds. */
  waitMs: number
  limits: DatabaseLimits
  log: Log
}

/** A replica of the database for calls that allow it (docs/decisions/0117). */
export interface Replica {
  /**
   * Returns a connection to the replica that has everything the primary had when the reading began; undefined when the
   * primary must be used.
   */
  take(way: Way, reading: Reading): Promise<PostgresPoolClient | undefined>
  /** Reports that the replica failed a query by its own fault. */
  failed: (error: unknown) => void
  state: () => ReplicaState
  lateMs: () => number
  /** How many readings were served by the replica and how many by the primary, since the start. */
  counts(): Record<'replica' | 'primary', number>
  close(): Promise<void>
}

/**
 * Errors caused by the server and not by the query: it is gone, starting, full, in conflict with what it replays, or
 * not a primary.
 */
const OWN_FAULT = /^(08|53|57P|58|XX|28|40|55000|25006)/

/** Whether the error says nothing against the query, which another server may then answer. */
export function isOwnFault(error: unknown): boolean {
  if (error instanceof DatabaseAway || isConnectionEnded(error)) return true
  return error instanceof pg.DatabaseError && OWN_FAULT.test(error.code ?? '')
}

/** A long reading gets a new position after this time, so that its later queries do not see data that is too old. */
const SINCE_COUNTS_MS = 1000
/** Waiting longer makes no sense, as the primary is available too. */
const MOST_WAIT_MS = 2000

function sinceOf(reading: Reading, positions: Positions): Promise<Position> {
  const now = performance.now()
  if (!reading.since || now - reading.since.at > SINCE_COUNTS_MS) {
    reading.since = { position: positions.next(), at: now }
  }
  return reading.since.position
}

interface Opened {
  ways: Record<Way, Connections>
  /** Makes everything running on the replica fail, so that it is repeated on the primary. */
  cut: () => void
  close: () => Promise<void>
}

/** Connections that are returned only once the replica has the data that the reading needs. */
function fitted(pool: Lends, positions: Positions, waitMs: number): Lends {
  const timelines = new WeakMap<pg.PoolClient, number>()
  const fit = async (client: pg.PoolClient, needed: Position) => {
    const known = timelines.get(client)
    if (known === undefined) await checkWhose(client, await positions.next())
    if (known !== needed.timeline) await checkFollows(client, needed.timeline)
    timelines.set(client, needed.timeline)
    await waitFor(client, needed, waitMs)
  }
  return {
    ...pool,
    connect: async () => {
      const reading = readingNow()
      if (!reading) throw new Error('this call may not read from a replica')
      const needed = await sinceOf(reading, positions)
      const client = await pool.connect()
      try {
        await fit(client, needed)
        return client
      } catch (error) {
        client.release(isOwnFault(error))
        throw error
      }
    },
  }
}

/** Opened only when the replica answers, because a pooler before it is detected by queries. */
async function openWays({ config, limits, log, waitMs }: ReplicaOptions, positions: Positions): Promise<Opened> {
  const isShared = await isOfTransactions(config)
  const names = createNames(log)
  if (!(await areNamesKept(config))) names.giveUp()
  const overheard = { names, forget: () => {} }
  const of = (ownLimits: DatabaseLimits) => {
    const patient = { ...ownLimits, isShared, waitMs: Math.min(ownLimits.waitMs, MOST_WAIT_MS) }
    const pool = openPool({ ...config, application_name: 'vypusk-reading' }, log, patient)
    const connections = connectionsOf(fitted(pool, positions, waitMs), patient, overheard)
    return { connections, cut: pool.endWaiting, close: pool.end }
  }
  const both = [of(limits), of(longLimits(limits))] as const
  return {
    ways: { usual: both[0].connections, long: both[1].connections },
    cut: () => both.forEach(({ cut }) => cut()),
    close: async () => void (await Promise.all(both.map(({ close }) => close()))),
  }
}

/**
 * Opens the replica for reading. One that is away or unfit is no error: it is looked at again and again, and until then
 * `take` lends nothing and the primary is read.
 */
export async function openReplica(options: ReplicaOptions): Promise<Replica> {
  const { config, primary, waitMs, log } = options
  const positions = createPositions(primary)
  let opened: Promise<Opened> | undefined
  let ways: Opened | undefined
  const watch = watchReplica({ config, positions, waitMs, log, onAway: () => ways?.cut() })
  const open = async () =>
    (ways = await (opened ??= openWays(options, positions).catch((error: unknown) => {
      opened = undefined
      throw error
    })))
  const counts = { replica: 0, primary: 0 }
  await watch.look()
  return {
    take: async (way, reading) => {
      const client = await takeBy({ watch, positions, open }, way, reading)
      counts[client ? 'replica' : 'primary'] += 1
      return client
    },
    failed: watch.unfit,
    state: watch.state,
    lateMs: watch.lateMs,
    counts: () => counts,
    close: async () => {
      await watch.stop()
      await ways?.close()
      await positions.close()
    },
  }
}

interface Takes {
  watch: ReplicaWatch
  positions: Positions
  open: () => Promise<Opened>
}

async function takeBy({ watch, positions, open }: Takes, way: Way, reading: Reading) {
  if (reading.hasWritten || watch.state() !== 'ready') return undefined
  try {
    // If the primary does not report its position, the replica is not to blame.
    if (!(await sinceOf(reading, positions).catch(() => undefined))) return undefined
    const { ways } = await open()
    return await ways[way].connect()
  } catch (error) {
    // Too many calls of this kind are waiting; the primary has as much room.
    if (!(error instanceof DatabaseAway && error.cause === undefined)) watch.unfit(error)
    return undefined
  }
}
