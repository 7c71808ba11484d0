import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { endWithThis } from '../../packages/server/src/testing/program-end.ts'

/** A program of this repository in a separate process, which can be killed and started again. */
export interface Program {
  /** Sends SIGKILL, whatever it is doing; does nothing if it has already ended. */
  kill(): Promise<void>
  /** Stops it as an administrator would. */
  end(): Promise<void>
  /** Starts it again at the same address. */
  start(): Promise<void>
  isUp(): boolean
}

interface ProgramOptions {
  /** Path and arguments. */
  run: string[]
  env?: Record<string, string>
  /** Resolves when it can be called. */
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
    endWithThis(child, 'SIGKILL')
    // If nobody read its output, the full pipe would block it eventually.
    child.stdout?.resume()
    await ready(child)
    isUp = true
  }
  // However the proof ends, stop what it started.
  process.on('exit', () => child?.kill('SIGKILL'))
  await start()
  return { kill: () => end('SIGKILL'), end: () => end('SIGTERM'), start, isUp: () => isUp }
}

/** Resolves when the program writes its first output. */
export async function firstWord(child: ChildProcess): Promise<void> {
  const { stdout } = child
  if (!stdout) throw new Error('a program without output')
  await Promise.race([
    once(stdout, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error('a program ended before it began'))),
  ])
}
