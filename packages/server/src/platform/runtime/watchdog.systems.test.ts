import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusals } from '@vypusk/contract'
import { temporaryFolder } from '../../testing/folder.ts'

/** A separate process, because ending it must not end this one. */

const start = (...args: string[]) =>
  spawn(process.execPath, ['packages/server/src/testing/processes/held-process.ts', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '' },
  })
const server = start('500', '1500')
const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]()
const nextLine = async (): Promise<string> => (await lines.next()).value ?? ''
let address = ''

beforeAll(async () => void (address = `http://localhost:${await nextLine()}`))
afterAll(() => void server.kill('SIGKILL'))

const ask = async (path: string) => {
  const reply = await fetch(address + path, { signal: AbortSignal.timeout(30_000) })
  return { status: reply.status, body: await reply.json() }
}

const ENDED = { status: 503, body: { message: refusals.took_too_long[1] } }

test.each([
  ['/loop', 'turnForEver'],
  ['/regex', 'matchForEver'],
])('code that blocks the loop in %s is named and ended, its call is answered, and others go on', async (path, name) => {
  const held = ask(path)
  const others = await Promise.all([ask('/well'), ask('/well'), ask('/well')])
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200])
  const { where, msg } = JSON.parse(await nextLine())
  expect(msg).toContain('held')
  expect(where[0]).toMatch(new RegExp(`^${name} .*held-process\\.ts:\\d+$`))
  expect(await held).toEqual(ENDED)
  expect((await ask('/well')).status).toBe(200)
})

test('quick calls are left alone', async () => expect((await ask('/well')).body).toEqual({ well: true }))

test('a process that has a replacement is ended if the blocking code cannot be', async () => {
  const folder = await temporaryFolder('held')
  const pipe = join(folder.path, 'pipe')
  execFileSync('mkfifo', [pipe])
  const replaced = start('500', '1500', '1')
  const [port] = await once(createInterface({ input: replaced.stdout }), 'line')
  const exit = once(replaced, 'exit')
  const held = fetch(`http://localhost:${port}/pipe?pipe=${encodeURIComponent(pipe)}`).catch(() => 'lost')
  expect(await exit).toEqual([null, 'SIGKILL'])
  expect(await held).toBe('lost')
  await folder.remove()
})
