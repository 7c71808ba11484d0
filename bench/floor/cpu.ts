import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** Reads processor time from /proc, in milliseconds. */

/** The kernel's unit of time: USER_HZ. */
const TICK_MS = 10

interface Stat {
  parent: number
  /** Time of the process itself. */
  own: number
  /** Time of its children that have ended. */
  ended: number
}

function statOf(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name, in brackets, may contain anything; the state and then numbers follow it.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [own, ended] = [11, 13].map((at) => ((fields[at] ?? 0) + (fields[at + 1] ?? 0)) * TICK_MS)
    return { parent: fields[1] ?? 0, own: own ?? 0, ended: ended ?? 0 }
  } catch {
    // The process has just ended; its time is counted in its parent.
    return undefined
  }
}

export const parentOf = (pid: number): number => statOf(pid)?.parent ?? 0

export const cpuOf = (pid: number): number => statOf(pid)?.own ?? 0

/** Processor time of a process and of its children, whether or not they are still running. */
export function cpuOfTree(root: number): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const children = pids.map(Number).flatMap((pid) => {
    const stat = statOf(pid)
    return stat?.parent === root ? [stat] : []
  })
  const stat = statOf(root)
  return (stat ? stat.own + stat.ended : 0) + children.reduce((sum, { own }) => sum + own, 0)
}

/** Time of a process's first thread, measured in nanoseconds by the kernel; PostgreSQL has no other threads. */
function exactOf(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return 0
  }
}

/** Like `cpuOfTree`, for processes with one thread each; exact for those still running. */
export function exactCpuOfTree(root: number): number {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(Number(name)) === root)
  return (statOf(root)?.ended ?? 0) + [String(root), ...children].reduce((sum, pid) => sum + exactOf(pid), 0)
}

const CALM = { lookEveryMs: 2000, mostMs: 40, looks: 30 }

/** Waits until a process is idle, for a minute at most: the work it does at its start belongs to no call. */
export async function untilCalm(pid: number): Promise<void> {
  for (let looks = 0; looks < CALM.looks; looks += 1) {
    const before = cpuOf(pid)
    await pause(CALM.lookEveryMs)
    if (cpuOf(pid) - before <= CALM.mostMs) return
  }
}
