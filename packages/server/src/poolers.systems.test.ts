import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { connectDatabase } from './platform/database/connect.ts'
import { readSettings } from './platform/settings.ts'
import { temporaryFolder } from './testing/folder.ts'
import { startPgBouncer } from './testing/servers/pgbouncer.ts'
import { freePort } from './testing/port.ts'
import { startDebianPostgres } from './testing/servers/postgres.ts'
import { startProgram } from './testing/processes/program.ts'

/** The product behind PgBouncer, as large companies run PostgreSQL (docs/decisions/0058). */

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let server: Awaited<ReturnType<typeof startDebianPostgres>>
beforeAll(async () => {
  folder = await temporaryFolder('poolers')
  server = await startDebianPostgres()
})
afterAll(async () => {
  await server.stop()
  await folder.remove()
})

const ending: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end()
})

const direct = () => server.config.connectionString
async function bouncer(mode: 'session' | 'transaction') {
  const started = await startPgBouncer(mode, Number(new URL(direct()).port))
  ending.push(started.stop)
  return started.url
}

async function start(env: Record<string, string>) {
  const port = await freePort()
  const usual = {
    PATH: process.env['PATH'] ?? '',
    DATA_DIR: join(folder.path, 'data'),
    DEMO: 'on',
    DEMO_REQUESTS: '300',
  }
  const main = join(import.meta.dirname, 'main.ts')
  const program = startProgram(process.execPath, [main], { env: { ...usual, PORT: String(port), ...env } })
  ending.push(() => program.end())
  await program.until(() => program.output().includes('Остановить: Ctrl+C'))
  return { address: `http://127.0.0.1:${port}/api`, output: program.output }
}

async function signIn(address: string) {
  const headers = { 'Content-Type': 'application/json' }
  const body = JSON.stringify({ login: 'manager', password: 'demo' })
  const response = await fetch(`${address}/auth/login`, { method: 'POST', headers, body })
  const { access_token } = (await response.json()) as { access_token: string }
  return { ...headers, Authorization: `Bearer ${access_token}` }
}

/** Uses the product in different ways: many calls at once, changes that others are notified of, a workbook. */
/** A different number each time, because saving an unchanged value notifies nobody. */
let hours = 0

async function useIt({ address, output }: { address: string; output: () => string }) {
  hours += 1
  const headers = await signIn(address)
  const post = async (path: string, body: object) => {
    const response = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) })
    const bytes = await response.arrayBuffer()
    return { status: response.status, bytes }
  }
  const abort = new AbortController()
  const events = await fetch(`${address}/events`, { headers, signal: abort.signal })
  let received = ''
  const hearing = events.body?.pipeThrough(new TextDecoderStream()).pipeTo(
    new WritableStream({
      write: (text: string) => {
        received += text
      },
    }),
  )
  const lists = Array.from({ length: 60 }, (_, n) => post('/backlog/get-summary', { per_page: 50, page: (n % 6) + 1 }))
  const saves = [1, 2, 3, 4, 5].map((request_id) =>
    post('/backlog-requests-save', { request_id, planned_time: hours * 60 }),
  )
  const statuses = (await Promise.all([...lists, ...saves])).map(({ status }) => status)
  const faults = output().match(/^\{"level":[56]0.*$/gm) ?? []
  expect([...statuses.filter((status) => status !== 200), ...faults]).toEqual([])
  await expect.poll(() => received).toContain('"entity":"request"')
  const workbook = await post('/backlog/get-summary', { isExcel: true })
  expect(Buffer.from(workbook.bytes).subarray(0, 2).toString()).toBe('PK')
  abort.abort()
  await hearing?.catch(() => undefined)
}

test('a pooler in session mode needs nothing else', async () => {
  const started = await start({ DATABASE_URL: await bouncer('session') })
  await useIt(started)
  expect(started.output()).not.toContain('не ограничены по времени')
})

test('one in transaction mode serves calls, with an address of PostgreSQL itself for the rest', async () => {
  const env = { DATABASE_URL: await bouncer('transaction'), DATABASE_DIRECT_URL: direct() }
  const started = await start(env)
  await useIt(started)
  expect(started.output()).not.toContain('не ограничены по времени')
})

test.each<[string, () => Promise<Record<string, string>>, string]>([
  [
    'the direct address',
    async () => ({ DATABASE_URL: await bouncer('transaction') }),
    'Задайте ещё DATABASE_DIRECT_URL',
  ],
  [
    'an address that is direct',
    async () => {
      const url = await bouncer('transaction')
      return { DATABASE_URL: url, DATABASE_DIRECT_URL: url }
    },
    'DATABASE_DIRECT_URL тоже ведёт через распределитель',
  ],
  [
    'the same database',
    async () => ({
      DATABASE_URL: await bouncer('transaction'),
      DATABASE_DIRECT_URL: direct().replace('/postgres', '/template1'),
    }),
    'ведут в разные базы данных',
  ],
])('the start reports that %s is missing', async (_, envOf, sentence) => {
  const settings = readSettings({ ...(await envOf()), DATA_DIR: folder.path })
  await expect(connectDatabase(settings, { info() {}, warn() {} }, () => {})).rejects.toThrow(sentence)
})
