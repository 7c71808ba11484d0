import type { Piscina } from 'piscina'
import { refuse } from './refusal.ts'

/** Threads for work that would hold up everybody: reading workbooks, making Word documents. */

/** Two at once; what comes meanwhile waits in a queue of its own. */
const LIMITS = {
  minThreads: 0,
  maxThreads: 2,
  maxQueue: 50,
  idleTimeout: 10_000,
  resourceLimits: { maxOldGenerationSizeMb: 1024 },
}

let pool: Piscina | undefined

/** Ended by its limit of time or of memory, or by a text too deep for the stack. */
const isTooHeavy = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'AbortError' ||
    error.name === 'TimeoutError' ||
    error.name === 'RangeError' ||
    /memory limit/.test(error.message))

const isQueueFull = (error: unknown) => error instanceof Error && /queue is at limit/i.test(error.message)

/**
 * Does one piece of work in another thread; the threads start at the first.
 * @param file whose default export takes `given` and answers; both travel as structured clones
 * @param limit milliseconds after which the work is ended where it stands, or what ends it
 * @throws Refusal 422 when it needs more time or memory than there is, 503 when too many wait; else what the work threw
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

/** Ends the threads once their work is done; the next work starts new ones. */
export async function endWorkers(): Promise<void> {
  const ended = pool
  pool = undefined
  await ended?.close()
}
