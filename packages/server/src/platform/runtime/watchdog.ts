import inspector from 'node:inspector'
import { Worker } from 'node:worker_threads'
import type { FastifyBaseLogger } from 'fastify'
import type { Held, Watched } from './watchdog/beat.ts'

const BEAT_MS = 100

/**
 * Watches the event loop from another thread. Code that blocks it for longer than the limit is logged and ended, so
 * that other calls go on; the call it belonged to is answered by the route's time limit. Under a debugger, which blocks
 * the loop as well, nothing is watched.
 * @param limitMs 0 to watch nothing
 * @param isReplaced whether another process replaces this one: then, if the code cannot be ended, the process is ended
 */
export function watchEventLoop(limitMs: number, log: FastifyBaseLogger, isReplaced = false): { stop(): Promise<void> } {
  if (limitMs === 0 || inspector.url() !== undefined) return { stop: async () => {} }
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  // The watching thread recognises it by its name (watchdog/beat.ts).
  function beatOfTheLoop() {
    Atomics.add(beats, 0, 1)
  }
  let timer = setInterval(beatOfTheLoop, BEAT_MS).unref()
  const worker = new Worker(new URL('./watchdog/watching.ts', import.meta.url), {
    workerData: { beats, limitMs, isReplaced } satisfies Watched,
    // The process's own options are not for this thread: hooks of a test runner, heap size.
    execArgv: [],
  })
  worker.unref()
  worker.on('message', ({ where }: Held) => {
    log.error({ where, limitMs }, 'The event loop was held: ended')
    // What was ended may have been the run of the timers.
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
