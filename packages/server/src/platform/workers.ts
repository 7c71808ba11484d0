import type { Piscina } from 'piscina'
import { refuse } from './refusal.ts'

/** Threads for work that would block everybody else: reading workbooks, making Word documents. */

/** Two at once; further work waits in a queue. */
const LIMITS = {
  minThreads: 0,
  maxThreads: 2,
  maxQueue: 50,
  idleTimeout: 10_000,
  resourceLimits: { maxOldGenerationSizeMb: 1024 },
}

let pool: Piscina | undefined

/** Whether work was ended by its time or memory limit, or failed because a text is too deep for the stack. */
const isTooHeavy = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'AbortError' ||
    error.name === 'TimeoutError' ||
    error.name === 'RangeError' ||
    /memory limit/.test(error.message))

const isQueueFull = (error: unknown) => error instanceof Error && /queue is at limit/i.test(error.message)

/**
 * Runs work in another thread; threads are started when first needed.
 * @param file a module whose default export takes `input` and returns the result; both are passed as structured clones
 * @param limit milliseconds after which the work is aborted, or a signal that aborts it
 * @throws Refusal 422 when it needs too much time or memory, 503 when too much work is waiting; otherwise the error of
 *   the work
 */
export async function runApart<Result>(file: URL, input: object, limit: number | AbortSignal): Promise<Result> {
  const { Piscina } = await import('piscina')
  pool ??= new Piscina(LIMITS)
  const signal = typeof limit === 'number' ? AbortSignal.timeout(limit) : limit
  try {
    return await pool.run(input, { filename: file.href, signal })
  } catch (error) {
    if (isTooHeavy(error)) throw refuse('too_heavy')
    if (isQueueFull(error)) throw refuse('busy', {}, { 'Retry-After': '10' })
    throw error
  }
}

/** Ends the threads once their work is done; new work starts new ones. */
export async function endWorkers(): Promise<void> {
  const ended = pool
  pool = undefined
  await ended?.close()
}
