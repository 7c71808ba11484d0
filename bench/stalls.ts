import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/**
 * How long a process does not come round to anything else. Imported into the server by NODE_OPTIONS, with the file
 * its findings go to in STALLS; by whoever reads them, as a module.
 */

const EACH_MS = 100
const NANOSECONDS = 1e6

const file = process.env['STALLS']
// A thread for heavy work waits for its next piece without a loop of events: that holds up nobody.
if (file && isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const writeLongest = () => {
    appendFileSync(file, `${delay.max / NANOSECONDS}\n`)
    delay.reset()
  }
  setInterval(writeLongest, EACH_MS).unref()
}

/** Variables of a server that notes its stalls in the file. */
export const noting = (into: string) => ({ STALLS: into, NODE_OPTIONS: `--import=${import.meta.url}` })

/** The longest stall while the work ran, ms. */
export async function longestStall<Result>(into: string, work: () => Promise<Result>) {
  writeFileSync(into, '')
  const result = await work()
  const stalls = readFileSync(into, 'utf8').split('\n').map(Number)
  return { result, stall: Math.max(...stalls) }
}
