import { spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect, vi } from 'vitest'
import { PATIENT } from '../patience.ts'

/** A program started by a test, with all of its output. */
export interface Program {
  pid: number
  output: () => string
  /** Waits until the condition holds, and fails if the program ends before. */
  until: (isSo: () => boolean | Promise<boolean>) => Promise<void>
  end: (signal?: NodeJS.Signals) => Promise<void>
}

export function startProgram(command: string, args: string[], options: SpawnOptions = {}): Program {
  if (command.startsWith('/') && !existsSync(command))
    throw new Error(`${command} is missing: npm run test:systems installs it on Debian`)
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (output += text))
  const exit = once(child, 'exit')
  const isOver = () => child.exitCode !== null || child.signalCode !== null
  return {
    pid: child.pid ?? 0,
    output: () => output,
    until: async (isSo) => {
      await vi.waitUntil(async () => isOver() || (await isSo()), PATIENT)
      expect(isOver() && output).toBe(false)
    },
    end: async (signal = 'SIGTERM') => {
      if (!isOver()) child.kill(signal)
      await exit
    },
  }
}

/** The peak memory of a process, in MB. */
export async function mostMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1024
}
