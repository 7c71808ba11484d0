import type { Piscina } from 'piscina'
import type { FlowInput } from '../documents/flow/apart.ts'
import { refuse } from '../refusal.ts'

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

/** The most workbooks and archives at once; each mostly waits for its reader or for the database. */
const MOST_FLOWS = 8
const FLOW_LIMITS: ConstructorParameters<typeof Piscina>[0] = {
  minThreads: 0,
  maxThreads: 1,
  concurrentTasksPerWorker: MOST_FLOWS,
  // Otherwise the thread would block between two tasks without running its event loop, which closes the earlier ports.
  atomics: 'disabled',
  // Calls that are answered at once, and the database, go first.
  niceIncrement: 10,
  idleTimeout: 10_000,
  resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 },
}

let flowPool: Piscina | undefined
let flows = 0

/**
 * Runs work that communicates through a port, all of it in one thread, taking turns.
 * @param file module whose default export returns when the port is closed
 * @throws Refusal 503 when too much is running
 */
export async function runFlow(file: URL, input: FlowInput<object>): Promise<void> {
  if (flows >= MOST_FLOWS) throw refuse('busy', {}, { 'Retry-After': '10' })
  flows += 1
  try {
    const { Piscina } = await import('piscina')
    flowPool ??= new Piscina(FLOW_LIMITS)
    await flowPool.run(input, { filename: file.href, transferList: [input.port] })
  } finally {
    flows -= 1
  }
}

/** Ends the threads after their work, and flows at once, as nobody reads them any more. The next work starts new ones. */
export async function endWorkers(): Promise<void> {
  const [ended, flowed] = [pool, flowPool]
  pool = undefined
  flowPool = undefined
  await Promise.all([ended?.close(), flowed?.destroy()])
}
