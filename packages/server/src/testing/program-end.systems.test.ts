import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { isAlive } from '../platform/embedded/process.ts'
import { temporaryFolder } from './folder.ts'

/** What a benchmark or a proof has started does not outlive it, however it ends. */

const url = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)

/** Starts a database and a process, says the process's id, then does something else. */
const programThat = (goesOn: string) => `
  import { spawn } from 'node:child_process'
  import { startEmbedded } from ${url('../platform/embedded.ts')}
  import { temporaryFolder } from ${url('folder.ts')}
  import { atProgramEnd, endWithThis, leaveNothing } from ${url('program-end.ts')}
  leaveNothing()
  const folder = await temporaryFolder('left')
  await startEmbedded({ dataDir: folder.path, log: { info() {}, warn() {} } })
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  endWithThis(child)
  atProgramEnd(async () => console.log('ending'))
  console.log(child.pid)
  ${goesOn}`

const WAITS = 'await new Promise((resolve) => setTimeout(resolve, 600_000))'

test.each<[string, string, NodeJS.Signals | undefined, number]>([
  ['by SIGTERM', WAITS, 'SIGTERM', 143],
  ['by Ctrl+C', WAITS, 'SIGINT', 130],
  ['by an error', `throw new Error('broken')`, undefined, 1],
  // A press of Ctrl+C often fails a step first, by ending the program that the step waits for.
  ['by an error, and Ctrl+C after it', `throw new Error('broken')`, 'SIGINT', 1],
])('a program that ends %s leaves no process and no folder', async (_, goesOn, signal, code) => {
  const folder = await temporaryFolder('program-end')
  const program = spawn(process.execPath, ['--input-type=module', '-e', programThat(goesOn)], {
    env: { ...process.env, TMPDIR: folder.path },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(program, 'exit')
  const [said] = await once(program.stdout.setEncoding('utf8'), 'data')
  if (signal) program.kill(signal)
  expect(await ended).toEqual([code, null])
  expect(isAlive(Number.parseInt(String(said), 10))).toBe(false)
  expect((await readdir(folder.path)).filter((name) => name.startsWith('vypusk-'))).toEqual([])
  await folder.remove()
})
