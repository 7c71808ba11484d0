import { AsyncLocalStorage } from 'node:async_hooks'
import { DatabaseAway } from './database-away.ts'

/**
 * One kind of call takes no more than its share of the connections. A locked table so holds up the calls that need it
 * and lets the others through: what waits for a lock waits in the queue of its kind.
 */

const asking = new AsyncLocalStorage<string>()

/** Runs a call or a job under the name by which its connections are counted. */
export const askingAs = <Result>(kind: string, run: () => Result): Result => asking.run(kind, run)

/** After a lock was not had in time, one connection at a time finds out whether it is free again. */
const CAREFUL_MS = 10_000
const SHARE = 3
const LEAST = 2

interface Queue {
  taken: number
  waiting: (() => void)[]
  carefulUntil: number
}

/** The right to one connection. */
export interface Share {
  giveBack(): void
  /** Says that it was spent on waiting for a lock. */
  locked(): void
}

export interface Shares {
  /**
   * Waits for the share of whoever asks now.
   * @throws DatabaseAway when it was not free in time
   */
  take(): Promise<Share>
}

const UNCOUNTED: Share = { giveBack: () => {}, locked: () => {} }

export function createShares({ connections, waitMs }: { connections: number; waitMs: number }): Shares {
  const queues = new Map<string, Queue>()
  const usual = Math.max(LEAST, Math.floor(connections / SHARE))
  const isFull = ({ taken, carefulUntil }: Queue) => taken >= (performance.now() < carefulUntil ? 1 : usual)
  return {
    take: async () => {
      const kind = asking.getStore()
      if (kind === undefined) return UNCOUNTED
      const queue = queues.get(kind) ?? { taken: 0, waiting: [], carefulUntil: 0 }
      queues.set(kind, queue)
      if (isFull(queue)) await turn(queue, waitMs)
      else queue.taken += 1
      return {
        giveBack: () => {
          queue.taken -= 1
          while (queue.waiting.length > 0 && !isFull(queue)) {
            queue.taken += 1
            queue.waiting.shift()?.()
          }
        },
        locked: () => void (queue.carefulUntil = performance.now() + CAREFUL_MS),
      }
    },
  }
}

/** Waits in the queue, but not for ever; whoever calls has taken the share for it. */
function turn(queue: Queue, waitMs: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(() => {
    queue.waiting = queue.waiting.filter((each) => each !== come)
    reject(new DatabaseAway('too many calls of this kind wait for the database'))
  }, waitMs)
  const come = () => {
    clearTimeout(timer)
    resolve()
  }
  queue.waiting.push(come)
  return promise
}
