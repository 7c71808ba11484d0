import inspector from 'node:inspector'
import { Worker } from 'node:worker_threads'
import type { FastifyBaseLogger } from 'fastify'
import type { Held, Watched } from './watchdog/beat.ts'

const BEAT_MS = 100

/**
 * Watches the event loop from another thread: what holds it longer than the limit is named in the log and ended, and
 * the calls of everybody else go on; the call it was part of is answered by the route's time limit. Under a debugger,
 * which holds the loop as well, nothing is watched.
 * @param limitMs 0: nothing is watched
 * @param isReplaced whether another process takes the place of this one: then what cannot be ended ends the process
 */
export function watchEventLoop(limitMs: number, log: FastifyBaseLogger, isReplaced = false): { stop(): Promise<void> } {
  if (limitMs === 0 || inspector.url() !== undefined) return { stop: async () => {} }
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  // Known to the watching thread by its name (watchdog/beat.ts).
  function beatOfTheLoop() {
    Atomics.add(beats, 0, 1)
  }
  let timer = setInterval(beatOfTheLoop, BEAT_MS).unref()
  const worker = new Worker(new URL('./watchdog/watching.ts', import.meta.url), {
    workerData: { beats, limitMs, isReplaced } satisfies Watched,
    // Whatever the process was started with is not for this thread: a test runner's hooks, a heap of its own.
    execArgv: [],
  })
  worker.unref()
  worker.on('message', ({ where }: Held) => {
    log.error({ where, limitMs }, 'The event loop was held: ended')
    // What was ended may have been the turn of the timers.
    clearInterval(timer)
    timer = setInterval(beatOfTheLoop, BEAT_MS).unref()
  })
  worker.on('error', (err) => log.error({ err }, 'The event loop is not watched any more'))
  return {
    stop: async () => {
      clearInterval(timer)
      await worker.terminate()
    },
  }
}
