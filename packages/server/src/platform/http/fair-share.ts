import { AsyncLocalStorage } from 'node:async_hooks'
import { DatabaseAway } from '../database/away.ts'

/**
 * Calls of one kind take no more than their share of the connections. A locked table then holds up only the calls that
 * need it: those waiting for the lock wait in the queue of their own kind.
 */

const asking = new AsyncLocalStorage<string>()

/** Runs a call or a job under the name that its connections are counted by. */
export const askingAs = <Result>(kind: string, run: () => Result): Result => asking.run(kind, run)

/** After a lock could not be taken in time, only one connection at a time checks whether it is free again. */
const CAREFUL_MS = 10_000
const SHARE = 3
const LEAST = 2

interface Queue {
  taken: number
  waiting: (() => void)[]
  carefulUntil: number
}

/** The right to use one connection. */
export interface Share {
  giveBack(): void
  /** Reports that the connection was spent waiting for a lock. */
  locked(): void
}

export interface Shares {
  /**
   * Waits for a share of the current kind of call.
   * @throws DatabaseAway when none became free in time
   */
  take(): Promise<Share>
}

/** The share of a statement that does not count towards any kind. */
export const UNCOUNTED: Share = { giveBack: () => {}, locked: () => {} }

/** Each kind of call gets a third of the connections, at least two; while it waits for locks, one. */
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

/** Waits in the queue for a limited time. The `giveBack` that ends the wait has already taken the share for it. */
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
