import { leaveNothing } from '../packages/server/src/testing/program-end.ts'

// Every benchmark measures with this file, and is not to leave a database and a folder behind when it is stopped.
leaveNothing()

/** Times of one kind of work, in milliseconds. */
export interface Times {
  p50: number
  p99: number
  perSecond: number
}

const at = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/**
 * Repeats the work for a while.
 * @param users how many do it at once, each one after another
 */
export async function measure(users: number, seconds: number, work: () => Promise<unknown>): Promise<Times> {
  await work()
  const times: number[] = []
  const start = performance.now()
  const user = async () => {
    while (performance.now() - start < seconds * 1000) {
      const before = performance.now()
      await work()
      times.push(performance.now() - before)
    }
  }
  await Promise.all(Array.from({ length: users }, user))
  const sorted = times.toSorted((a, b) => a - b)
  const took = (performance.now() - start) / 1000
  return { p50: at(sorted, 0.5), p99: at(sorted, 0.99), perSecond: times.length / took }
}

export const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0)

/** One row of a Markdown table. */
export const row = (...cells: (string | number)[]) => `| ${cells.join(' | ')} |`
