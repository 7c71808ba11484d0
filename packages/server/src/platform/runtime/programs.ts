import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

/** Runs commands of the product from within a process: as child processes with low priority that do not outlive it. */

const running = new Set<ChildProcess>()
/** Those that this process has killed because it ends itself. */
const endedHere = new WeakSet<ChildProcess>()
const BEHIND_OTHERS = 10
/** How long a command may take to remove what it has not finished. */
const PATIENCE_MS = 2_000

export interface ProgramEnd {
  /** Null when it was killed by a signal. */
  code: number | null
  signal: string | null
  /** It was ended because this process ends (`endPrograms`), and not from outside, such as for lack of memory. */
  isEndedHere: boolean
  /** What it wrote to standard output and standard error. */
  out: string
  error: string
}

function giveWay(pid: number | undefined) {
  try {
    if (pid) setPriority(pid, BEHIND_OTHERS)
  } catch {
    // It has already ended, or the system does not allow it; the command works all the same.
  }
}

/**
 * Runs a command of the product until it ends.
 * @param env variables in addition to the environment of this process
 * @throws when no process can be started
 */
export async function runProgram(file: URL, args: string[], env: Record<string, string>): Promise<ProgramEnd> {
  const child = spawn(process.execPath, [fileURLToPath(file), ...args], {
    env: { ...process.env, ...env },
    // Through the channel the command notices that this process was killed (`endWithParent`).
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  running.add(child)
  giveWay(child.pid)
  try {
    const { stdout, stderr } = child
    if (!stdout || !stderr) throw new Error('a program without outputs')
    const [out, error] = await Promise.all([text(stdout), text(stderr), once(child, 'close')])
    return { code: child.exitCode, signal: child.signalCode, isEndedHere: endedHere.has(child), out, error }
  } finally {
    running.delete(child)
  }
}

/**
 * Ends running commands, which remove what they have not finished; another process, or a later run, will repeat their
 * work. One that does not end is killed.
 */
export const endPrograms = (): void =>
  running.forEach((child) => {
    endedHere.add(child)
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS).unref()
  })

/** For commands run by another process: exits when that process is killed. */
export function endWithParent(): void {
  if (!process.connected) return
  process.once('disconnect', () => process.exit(1))
  // The channel alone must not keep the process running.
  process.channel?.unref()
}
