import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/**
 * Measures how long a process's event loop is blocked. The server imports this file through NODE_OPTIONS and writes its
 * measurements to the file named in STALLS; the benchmark imports it as a module to read them.
 */

const EACH_MS = 100
const NANOSECONDS = 1e6

const file = process.env['STALLS']
// A thread for heavy work blocks its event loop while waiting for work, which holds nobody up.
if (file && isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const writeLongest = () => {
    appendFileSync(file, `${delay.max / NANOSECONDS}\n`)
    delay.reset()
  }
  setInterval(writeLongest, EACH_MS).unref()
}

/** Environment variables that make a server record its stalls in the file. */
export const noting = (into: string) => ({ STALLS: into, NODE_OPTIONS: `--import=${import.meta.url}` })

/** Runs the work and returns its result with the longest stall meanwhile, ms. */
export async function longestStall<Result>(into: string, work: () => Promise<Result>) {
  writeFileSync(into, '')
  const result = await work()
  const stalls = readFileSync(into, 'utf8').split('\n').map(Number)
  return { result, stall: Math.max(...stalls) }
}
