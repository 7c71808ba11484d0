import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

/** Commands of the product that a process gives by itself: beside it, behind everybody else, and not outliving it. */

const running = new Set<ChildProcess>()
const BEHIND_OTHERS = 10

export interface ProgramEnd {
  /** Null: it was ended, by the end of this process or from outside. */
  code: number | null
  /** What it has said on its two outputs. */
  out: string
  error: string
}

function giveWay(pid: number | undefined) {
  try {
    if (pid) setPriority(pid, BEHIND_OTHERS)
  } catch {
    // It has ended already, or the system does not let us: it works all the same.
  }
}

/**
 * Runs a command of the product to its end.
 * @param env what it is told besides the environment of this process
 * @throws when no process can be started
 */
export async function runProgram(file: URL, args: string[], env: Record<string, string>): Promise<ProgramEnd> {
  const child = spawn(process.execPath, [fileURLToPath(file), ...args], {
    env: { ...process.env, ...env },
    // By the channel it notices that this process was killed (`endWithParent`).
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  running.add(child)
  giveWay(child.pid)
  try {
    const { stdout, stderr } = child
    if (!stdout || !stderr) throw new Error('a program without outputs')
    const [out, error, [code]] = await Promise.all([text(stdout), text(stderr), once(child, 'close')])
    return { code: typeof code === 'number' ? code : null, out, error }
  } finally {
    running.delete(child)
  }
}

/** Ends what still runs: what it was at is done anew by another process or later. */
export const endPrograms = (): void => running.forEach((child) => child.kill('SIGKILL'))

/** For a command that another process gave: it does not go on when that one was killed. */
export function endWithParent(): void {
  if (!process.connected) return
  process.once('disconnect', () => process.exit(1))
  // The channel alone does not keep it going.
  process.channel?.unref()
}
