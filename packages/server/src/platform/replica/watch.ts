import pg from 'pg'
import type { Log } from '../runtime/log.ts'
import { createOwnConnection } from '../database/own-connection.ts'
import { checkFollows, checkWhose, NoReplica, ReplicaLate, waitFor } from './look.ts'
import type { Positions } from './positions.ts'

/**
 * `ready`: the replica is used. `late`: it answers but lags too far behind. `away`: it does not answer, or is not a
 * replica.
 */
export type ReplicaState = 'ready' | 'late' | 'away'

const EVERY_MS = 1000
const ANSWER_MS = 2000

interface WatchOptions {
  config: pg.ClientConfig
  positions: Positions
  /** How far it may lag behind while calls still wait for it. */
  waitMs: number
  log: Log
  /** Called to make everything waiting for the replica fail. */
  onAway: () => void
}

export interface ReplicaWatch {
  state: () => ReplicaState
  /** How far behind it is by the last check; 0 while it is ready. */
  lateMs: () => number
  /** Reports a failure of the replica: it is not used until it has been checked. */
  unfit: (error: unknown) => void
  look: () => Promise<void>
  stop: () => Promise<void>
}

const SENTENCES: Record<ReplicaState, string> = {
  ready: 'Реплика для чтения отвечает и не отстаёт: списки, поиск и книги читаются с неё',
  late: 'Реплика для чтения отстаёт: всё читается с основного сервера базы данных',
  away: 'Реплика для чтения не отвечает, как должна: всё читается с основного сервера базы данных',
}

const stateBy = (error: unknown): ReplicaState => {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  return cause instanceof ReplicaLate || (cause instanceof pg.DatabaseError && cause.code === '40001') ? 'late' : 'away'
}

/** The current state of the replica; each change is logged once. */
function createReplicaState(log: Log) {
  let state: ReplicaState | undefined
  let goodAt = performance.now()
  return {
    state: () => state ?? 'away',
    lateMs: () => (state === 'ready' ? 0 : performance.now() - goodAt),
    become: (next: ReplicaState, why?: unknown) => {
      if (next === 'ready') goodAt = performance.now()
      if (next === state) return
      state = next
      const words = why instanceof Error ? `. Причина: ${why.message || String(why)}` : ''
      if (next === 'ready') log.info(SENTENCES.ready)
      else log.warn(SENTENCES[next] + words)
    },
  }
}

/** Checks the replica every second on a separate connection, so that calls do not have to find out by waiting. */
export function watchReplica({ config, positions, waitMs, log, onAway }: WatchOptions): ReplicaWatch {
  const replicaState = createReplicaState(log)
  const limits = { connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS }
  const line = createOwnConnection({ ...config, ...limits, application_name: 'vypusk-replica' })
  const unfit = (error: unknown) => replicaState.become(stateBy(error), error)
  const examine = async () => {
    const primary = await positions.next().catch(() => undefined)
    // While the primary is unavailable the required position is unknown, and calls fail there anyway.
    if (!primary) return
    try {
      const client = await line.ask()
      await checkWhose(client, primary)
      await checkFollows(client, primary.timeline)
      await waitFor(client, primary, waitMs)
      replicaState.become('ready')
    } catch (error) {
      if (!(error instanceof ReplicaLate) && !(error instanceof NoReplica)) line.leave()
      unfit(error)
      // Otherwise queries on a silent connection would wait long.
      if (replicaState.state() === 'away') onAway()
    }
  }
  let looking: Promise<void> | undefined
  const look = () => (looking ??= examine().finally(() => (looking = undefined)))
  const timer = setInterval(() => void look(), EVERY_MS).unref()
  return {
    state: replicaState.state,
    lateMs: replicaState.lateMs,
    unfit,
    look,
    stop: async () => {
      clearInterval(timer)
      await looking
      line.leave()
    },
  }
}
