import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '../../packages/server/src/testing/folder.ts'

/** Ends runs in every possible way; their only stage leaves a process in a separate session. */

const STAGES = new URL('stages.mjs', import.meta.url).href

/** Other systems do not show a process's environment, so a process that left the group is not found there. */
const isLinux = process.platform === 'linux'

/** The stage's code: it prints its own pid and that of the process it started, and then runs `then`. */
const stage = (then: string) => `
  const { spawn } = require('node:child_process')
  const left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: ${isLinux}, stdio: 'inherit' })
  require('node:fs').writeFileSync(require('node:os').tmpdir() + '/left', '')
  console.log('pids ' + process.pid + ' ' + left.pid + ' ' + require('node:os').tmpdir() + ' end')
  ${then}`

const program = (then: string) => `
  import { openStages } from '${STAGES}'
  const { stage, close } = await openStages({ patience: 500 })
  const { isGood } = await stage('tiny', process.execPath, ['-e', ${JSON.stringify(stage(then))}], { show: true })
  await close()
  console.log('closed ' + isGood)`

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => {
  folder = await temporaryFolder('stages')
})
afterEach(() => folder.remove())

function launch(then: string) {
  const env = { PATH: process.env['PATH'], TMPDIR: folder.path }
  const child = spawn(process.execPath, ['--input-type=module', '-e', program(then)], { env })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  const begun = async () => {
    await expect.poll(() => output).toMatch(/pids .* end/)
    const [, own = '', left = '', temporary = ''] = /pids (\d+) (\d+) (\S+) end/.exec(output) ?? []
    return { pids: [Number(own), Number(left)], temporary }
  }
  return { child, begun, output: () => output }
}

const isThere = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function expectNothing({ pids, temporary }: { pids: number[]; temporary: string }) {
  await expect.poll(() => pids.filter(isThere)).toEqual([])
  await expect.poll(() => existsSync(temporary)).toBe(false)
}

const ends = [
  ['SIGINT', 130] as const,
  ['SIGTERM', 143] as const,
  ...(isLinux ? [['SIGKILL', 'SIGKILL'] as const] : []),
]

test.each(ends)('nothing outlives a run that is ended by %s', async (signal, end) => {
  const { child, begun } = launch('setInterval(() => {}, 1000)')
  const started = await begun()
  const exit = once(child, 'exit')
  child.kill(signal)
  const [code, by] = await exit
  expect(code ?? by).toBe(end)
  await expectNothing(started)
})

test('nothing outlives a stage that is killed, and the run goes on', async () => {
  const { begun, child, output } = launch('setInterval(() => {}, 1000)')
  const started = await begun()
  const exit = once(child, 'exit')
  process.kill(started.pids[0] ?? 0, 'SIGKILL')
  expect(await exit).toEqual([0, null])
  expect(output()).toContain('closed false')
  await expectNothing(started)
})

test('a stage that leaves something running fails, and what it left is stopped', async () => {
  const { begun, child, output } = launch('left.unref()')
  const exit = once(child, 'exit')
  const started = await begun()
  expect(await exit).toEqual([0, null])
  expect(output()).toContain('FAIL tiny')
  expect(output()).toContain(`left running, ended now: ${process.execPath} -e`)
  expect(output()).toContain('closed false')
  await expectNothing(started)
})
