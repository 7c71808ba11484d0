import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { temporaryFolder } from './testing/folder.ts'
import { startHaproxy } from './testing/servers/haproxy.ts'
import { PATIENT } from './testing/patience.ts'
import { freePort } from './testing/port.ts'
import { startDebianPostgres, startDebianReplica, type DebianPostgres } from './testing/servers/postgres.ts'
import { startProgram, type Program } from './testing/processes/program.ts'

/** The primary is lost under load, and its synchronous replica takes its place (docs/decisions/0116). */

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let [first, second, third] = [] as unknown as [DebianPostgres, DebianPostgres, DebianPostgres]
let leader: DebianPostgres
const away = new Set<DebianPostgres>()
let haproxy: Awaited<ReturnType<typeof startHaproxy>>
let program: Program
let [address, token] = ['', '']

beforeAll(async () => {
  folder = await temporaryFolder('failover')
  first = await startDebianPostgres()
  second = await startDebianReplica(first, 'second')
  // It replicates from the other replica: an asynchronous replica of the first server may be ahead of the second, and
  // then could not follow it.
  third = await startDebianReplica(second, 'third')
  await first.rows(`alter system set synchronous_standby_names = 'second'`)
  await first.rows('select pg_reload_conf()')
  const isSynchronous = () =>
    first.rows(`select from pg_stat_replication where application_name = 'second' and sync_state = 'sync'`)
  await vi.waitUntil(async () => (await isSynchronous()).length === 1, PATIENT)
  leader = first
  haproxy = await startHaproxy([first, second, third], (server) =>
    away.has(server) ? 'away' : server === leader ? 'primary' : 'replica',
  )
  const port = await freePort()
  const env = {
    PATH: process.env['PATH'] ?? '',
    PORT: String(port),
    DATABASE_URL: haproxy.primary,
    DATABASE_READ_URL: haproxy.replicas,
    DATA_DIR: join(folder.path, 'data'),
    DEMO: 'on',
    DEMO_REQUESTS: '300',
    RATE_PEOPLE: '1000000',
  }
  const isLooked = async () => {
    const ports = await Promise.all(Array.from({ length: 6 }, () => reached(haproxy.primary)))
    return ports.every((one) => one === String(first.port))
  }
  await vi.waitUntil(isLooked, PATIENT)
  program = startProgram(process.execPath, [join(import.meta.dirname, 'main.ts')], { env })
  await program.until(() => program.output().includes('Остановить: Ctrl+C'))
  address = `http://127.0.0.1:${port}/api`
  token = (await ask('/auth/login', { login: 'manager', password: 'demo' })).body.access_token
})
afterAll(async () => {
  await program.end()
  await haproxy.stop()
  for (const server of [third, second, first]) await server.stop()
  await folder.remove()
})

/** The server that the balancer chooses; it takes all servers for healthy until it has checked them. */
async function reached(connectionString: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<{ port: string }>(`select current_setting('port') as port`)).rows[0]?.port
  } catch {
    return undefined
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function ask(path: string, body?: object, headers: Record<string, string> = {}) {
  const options = body ? { method: 'POST', body: JSON.stringify(body) } : {}
  const json = body ? { 'Content-Type': 'application/json' } : {}
  const response = await fetch(address + path, {
    ...options,
    headers: { Authorization: `Bearer ${token}`, ...json, ...headers },
  })
  const answered = await response.json()
  return { status: response.status, body: answered as { access_token: string; replica: string } }
}

/** People who create requests and note which of them were acknowledged; a call that is told to wait is repeated. */
async function work() {
  const over = new AbortController()
  const [made, statuses] = [new Set<string>(), new Map<number, number>()]
  const [used] = await leader.rows<{ idcomp: number; idmod: number }>('select * from company_modules limit 1')
  const wish = { type: 1, company: { idcomp: used!.idcomp }, module: { idmod: used!.idmod } }
  const loop = async (n: number) => {
    for (let count = 0; !over.signal.aborted; count += 1) {
      const e_title = `Пишется при переключении ${n}-${count}`
      for (let isMade = false; !isMade;) {
        const { status } = await ask('/requests', { e_title, ...wish }, { 'Idempotency-Key': `${n}-${count}` })
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        isMade = status === 200
        if (isMade) made.add(e_title)
        else await pause(100)
      }
      const list = await ask('/backlog/get-summary', { per_page: 20 })
      statuses.set(list.status, (statuses.get(list.status) ?? 0) + 1)
    }
  }
  const loops = [1, 2, 3, 4].map(loop)
  const end = async () => {
    over.abort()
    await Promise.all(loops)
  }
  return { made, statuses, end }
}

async function listen() {
  const over = new AbortController()
  const headers = { Authorization: `Bearer ${token}` }
  const events = await fetch(`${address}/events`, { headers, signal: over.signal })
  let received = ''
  const ended = events.body
    ?.pipeThrough(new TextDecoderStream())
    .pipeTo(new WritableStream({ write: (text) => void (received += text) }))
    .catch(() => undefined)
  return {
    received: () => received,
    end: async () => {
      over.abort()
      await ended
    },
  }
}

const replicaState = async () => (await ask('/health/ready')).body.replica
const madeAt = (server: DebianPostgres) =>
  server.rows<{ e_title: string }>(`select e_title from requests where e_title like 'Пишется при переключении %'`)

test('everything acknowledged is there after the primary was lost, and the old primary gets no writes when it is back', async () => {
  expect(await replicaState()).toBe('ready')
  const live = await listen()
  const { made, statuses, end } = await work()
  try {
    await expect.poll(() => made.size).toBeGreaterThan(50)
    first.kill()
    away.add(first)
    second.promote()
    leader = second
    const before = made.size
    await expect.poll(() => made.size).toBeGreaterThan(before + 50)
    // A browser that has missed something is told to fetch everything again, and receives what happens later.
    await expect.poll(live.received).toContain('"entity":"all"')
    const known = live.received().length
    await expect.poll(() => live.received().slice(known)).toContain('"entity":"request"')

    // A replica is used again once it has written a checkpoint on the new timeline.
    await second.rows('checkpoint')
    await expect.poll(() => third.rows('checkpoint').then(replicaState)).toBe('ready')

    // It still believes it is the primary.
    await first.start()
    away.delete(first)
    const there = (await madeAt(first)).length
    const since = made.size
    await expect.poll(() => made.size).toBeGreaterThan(since + 20)
    expect(await madeAt(first)).toHaveLength(there)
  } finally {
    await end()
    await live.end()
  }
  const kept = (await madeAt(second)).map(({ e_title }) => e_title)
  expect([...made].filter((title) => !kept.includes(title))).toEqual([])
  expect(new Set(kept).size).toBe(kept.length)
  expect([...statuses.keys()].toSorted((a, b) => a - b)).toEqual([200, 503])
})
