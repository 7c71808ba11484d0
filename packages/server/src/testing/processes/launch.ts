import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { readPidFile } from '../../platform/embedded/pid-file.ts'

const main = fileURLToPath(new URL('../../main.ts', import.meta.url))

/** Starts the product as its administrator does: a process of its own, with its own database in the folder. */
export function launch(dataDir: string, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', DEMO: 'off', ...env },
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  const exit = once(child, 'exit').then(([code]: (number | null)[]) => code)
  return {
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    exit,
    output: () => output,
    until: async (text: string) => {
      await expect.poll(() => output.includes(text) || child.exitCode !== null).toBe(true)
      expect(output).toContain(text)
    },
  }
}

/** The process id of the database while it is running. */
export const databasePid = async (dataDir: string) => (await readPidFile(join(dataDir, 'postgres', '18')))?.pid
