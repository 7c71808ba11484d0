import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** A program of this repository as a process of its own, to be killed and started again. */
export interface Program {
  /** kill -9, in the middle of whatever it does; ended already, nothing happens. */
  kill(): Promise<void>
  /** Ends it the way an administrator does. */
  end(): Promise<void>
  /** Starts it again at the same address. */
  start(): Promise<void>
  isUp(): boolean
}

interface ProgramOptions {
  /** Path and arguments. */
  run: string[]
  env?: Record<string, string>
  /** Comes back when it can be asked. */
  ready: (child: ChildProcess) => Promise<void>
}

export async function startProgram({ run, env = {}, ready }: ProgramOptions): Promise<Program> {
  let child: ChildProcess | undefined
  let isUp = false
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    const running = child
    child = undefined
    isUp = false
    if (!running || running.exitCode !== null || running.signalCode !== null) return
    const ended = once(running, 'exit')
    running.kill(signal)
    await ended
  }
  const start = async () => {
    child = spawn(process.execPath, run, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
    // Unread, what it says would one day hold it up.
    child.stdout?.resume()
    await ready(child)
    isUp = true
  }
  // Whatever ends the proof ends what it started.
  process.on('exit', () => child?.kill('SIGKILL'))
  await start()
  return { kill: () => end('SIGKILL'), end: () => end('SIGTERM'), start, isUp: () => isUp }
}

/** Ready with its first word. */
export async function firstWord(child: ChildProcess): Promise<void> {
  const { stdout } = child
  if (!stdout) throw new Error('a program without output')
  await Promise.race([
    once(stdout, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error('a program ended before it began'))),
  ])
}
