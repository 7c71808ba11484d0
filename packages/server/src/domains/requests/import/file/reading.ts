import { stat } from 'node:fs/promises'
import { setInterval } from 'node:timers/promises'
import { refuse } from '../../../../platform/refusal.ts'
import { runApart } from '../../../../platform/runtime/workers.ts'
import { ROWS, type Table } from './file.ts'
import type { ReportProgress } from '../progress.ts'
import { ImportRefused } from '../refused.ts'
import { spooled } from '../spool.ts'
import type { Read } from './reading-apart.ts'

const APART = new URL('./reading-apart.ts', import.meta.url)
const KILOBYTE = 1024
const LOOK_EACH_MS = 500
/** There is no limit for reading a long file, only for reading without progress. */
const MOST_STILL_MS = 5 * 60_000

/**
 * Reads a file as a table in another thread; its rows are returned through the folder they are stored in.
 * @param emitChange called with the number of kilobytes read; what it throws ends the reading
 * @throws ImportRefused if it is not a table, or too large; Refusal 422 if the reading makes no progress
 */
export async function readApart(path: string, folder: string, emitChange: ReportProgress): Promise<Table> {
  const [stop, over] = [new AbortController(), new AbortController()]
  const seen = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
  const { size } = await stat(path)
  const count = new Int32Array(seen)
  const reading = runApart<Read>(APART, { path, folder, seen }, stop.signal).finally(() => over.abort())
  const done = () => Atomics.load(count, 0)
  const watching = watch({ done, total: Math.ceil(size / KILOBYTE), over: over.signal }, emitChange).catch(
    (error: unknown) => {
      stop.abort()
      throw error
    },
  )
  const [read, watched] = await Promise.allSettled([reading, watching])
  if (watched.status === 'rejected') throw watched.reason
  if (read.status === 'rejected') throw read.reason
  if ('refused' in read.value) throw new ImportRefused(read.value.refused)
  const { rows, ...table } = read.value
  return { ...table, rows: spooled(folder, ROWS, rows) }
}

interface Watched {
  /** Returns how much of the total is done. */
  done: () => number
  total: number
  /** Ends the watching. */
  over: AbortSignal
  /** In milliseconds. */
  each?: number
  mostStill?: number
}

/**
 * Reports the progress of a reading until it is over.
 * @throws Refusal 422 if it makes no progress, and what `emitChange` throws
 */
export async function watch(
  { done, total, over, each = LOOK_EACH_MS, mostStill = MOST_STILL_MS }: Watched,
  emitChange: ReportProgress,
): Promise<void> {
  let [last, still] = [-1, 0]
  try {
    for await (const read of setInterval(each, done, { signal: over })) {
      const now = Math.min(read(), total)
      still = now === last ? still + each : 0
      if (still >= mostStill) throw refuse('too_heavy')
      last = now
      await emitChange({ stage: 'reading', done: now, total })
    }
  } catch (error) {
    if (!over.aborted) throw error
  }
}
