import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from './testing/folder.ts'
import { freePort } from './testing/port.ts'
import { startDebianPostgres, startDebianReplica, type DebianPostgres } from './testing/servers/postgres.ts'
import { startProgram, type Program } from './testing/processes/program.ts'

/** Two processes of the product with a real streaming replica (docs/decisions/0117). */

/** The default of the setting. */
const WAIT_MS = 200

interface Node {
  address: string
  program: Program
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let [primary, replica] = [] as unknown as [DebianPostgres, DebianPostgres]
let [one, other] = [] as unknown as [Node, Node]
let token = ''

async function start(env: Record<string, string> = {}): Promise<Node> {
  const port = await freePort()
  const usual = {
    PATH: process.env['PATH'] ?? '',
    PORT: String(port),
    DATABASE_URL: primary.config.connectionString,
    DATABASE_READ_URL: replica.config.connectionString,
    DATA_DIR: join(folder.path, 'data'),
    DEMO: 'on',
    DEMO_REQUESTS: '300',
    RATE_PEOPLE: '1000000',
  }
  const program = startProgram(process.execPath, [join(import.meta.dirname, 'main.ts')], { env: { ...usual, ...env } })
  await program.until(() => program.output().includes('Остановить: Ctrl+C'))
  return { address: `http://127.0.0.1:${port}/api`, program }
}

beforeAll(async () => {
  folder = await temporaryFolder('replica')
  primary = await startDebianPostgres()
  replica = await startDebianReplica(primary)
  one = await start()
  other = await start()
  token = await signIn('manager')
})
afterAll(async () => {
  for (const { program } of [one, other]) await program.end()
  await replica.stop()
  await primary.stop()
  await folder.remove()
})

async function ask({ address }: Node, path: string, body?: object, by = token) {
  const headers = { Authorization: `Bearer ${by}`, ...(body ? { 'Content-Type': 'application/json' } : {}) }
  const options = body ? { method: 'POST', body: JSON.stringify(body) } : {}
  const response = await fetch(address + path, { headers, ...options })
  const bytes = Buffer.from(await response.arrayBuffer())
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, bytes, body: isJson ? JSON.parse(bytes.toString()) : undefined }
}

async function signIn(login: string): Promise<string> {
  const { body } = await ask(one, '/auth/login', { login, password: 'demo' }, 'none')
  return body.access_token
}

const replicaState = async (node: Node) => (await ask(node, '/health/ready')).body.replica

/** The last queries of calls on a server. */
const queriesOf = (server: DebianPostgres) =>
  server.rows<{ query: string }>(`select query from pg_stat_activity where application_name = 'vypusk-reading'`)

/** A request's hours in the list. */
async function hoursOf(node: Node, id: number): Promise<number | null | undefined> {
  const { status, body } = await ask(node, '/backlog/get-summary', { search_string: String(id), per_page: 100 })
  expect(status).toBe(200)
  return body.data.find((row: { id: number }) => row.id === id)?.backlog_request?.planned_time
}

/** A different number each time, because saving an unchanged value notifies nobody. */
let hours = 0
async function save(node: Node, request_id: number) {
  hours += 1
  const { status } = await ask(node, '/backlog-requests-save', { request_id, planned_time: hours * 60 })
  expect(status).toBe(200)
  return hours * 60
}

/** Runs something with a replica that has stopped replaying but has not been found late yet. */
async function whileItStands(run: () => Promise<void>) {
  await expect.poll(async () => [await replicaState(one), await replicaState(other)]).toEqual(['ready', 'ready'])
  await replica.rows('select pg_wal_replay_pause()')
  await run().finally(() => replica.rows('select pg_wal_replay_resume()'))
}

test('lists, workbooks and filter options are read from the replica, by names', async () => {
  expect(await replicaState(one)).toBe('ready')
  expect((await ask(one, '/backlog/get-summary', { per_page: 50 })).status).toBe(200)
  expect((await queriesOf(replica)).map(({ query }) => query).join()).toContain('planned_time')
  const workbook = await ask(one, '/backlog/get-summary', { isExcel: true })
  expect(workbook.bytes.subarray(0, 2).toString()).toBe('PK')
  expect((await queriesOf(replica)).map(({ query }) => query)).toContainEqual(
    expect.stringMatching(/^(fetch|rollback)/),
  )
  expect(await queriesOf(primary)).toEqual([])
})

test('what people save is in their next list, in every process, however late the replica is', async () => {
  await whileItStands(async () => {
    for (const id of [1, 2, 3]) {
      const saved = await save(one, id)
      expect(await hoursOf(one, id)).toBe(saved)
      expect(await hoursOf(other, id)).toBe(saved)
    }
    await expect.poll(() => replicaState(one)).toBe('late')
    // Calls do not wait for a replica that is known to be late.
    const from = performance.now()
    for (let n = 0; n < 5; n += 1) await hoursOf(one, 1)
    expect(performance.now() - from).toBeLessThan(5 * WAIT_MS)
  })
  await expect.poll(() => replicaState(one)).toBe('ready')
  expect(one.program.output()).toContain('Реплика для чтения отстаёт')
  const settings = await ask(one, '/admin/settings', undefined, await signIn('admin'))
  expect(settings.bytes.toString()).toContain('отвечает, списки и книги читаются с неё')
})

test('browsers notified of a change read the change', async () => {
  const over = new AbortController()
  const by = await signIn('admin')
  const events = await fetch(`${other.address}/events`, {
    headers: { Authorization: `Bearer ${by}` },
    signal: over.signal,
  })
  const received: string[] = []
  const listening = events.body
    ?.pipeThrough(new TextDecoderStream())
    .pipeTo(new WritableStream({ write: (text) => void received.push(text) }))
  await whileItStands(async () => {
    const saved = await save(one, 4)
    await expect.poll(() => received.join()).toContain('"entity":"request","id":4')
    expect(await hoursOf(other, 4)).toBe(saved)
  })
  over.abort()
  await listening?.catch(() => undefined)
})

test('blocked people lose access at once', async () => {
  const admin = await signIn('admin')
  const [{ id } = { id: 0 }] = await primary.rows<{ id: number }>(`select id from users where login = 'client1'`)
  const client = await signIn('client1')
  expect((await ask(other, '/tickets/get-tickets', {}, client)).status).toBe(200)
  await whileItStands(async () => {
    const blocked = await ask(one, `/admin/people/${id}/block`, { is_blocked: true }, admin)
    expect(blocked.status).toBe(200)
    expect((await ask(one, '/tickets/get-tickets', {}, client)).status).toBe(401)
    await expect.poll(async () => (await ask(other, '/tickets/get-tickets', {}, client)).status).toBe(401)
  })
})

test('no call fails when the replica dies, and it is used again when it is back', async () => {
  await expect.poll(() => replicaState(one)).toBe('ready')
  const over = new AbortController()
  const statuses: number[] = []
  const read = async () => {
    while (!over.signal.aborted) {
      statuses.push((await ask(one, '/backlog/get-summary', { per_page: 50 })).status)
      statuses.push((await ask(one, '/backlog/get-summary', { isExcel: true })).status)
    }
  }
  const readers = [1, 2, 3, 4].map(read)
  try {
    await expect.poll(() => statuses.length).toBeGreaterThan(20)
    replica.kill()
    await expect.poll(() => replicaState(one)).toBe('away')
    const before = statuses.length
    await expect.poll(() => statuses.length).toBeGreaterThan(before + 20)
    await replica.start()
    await expect.poll(() => replicaState(one)).toBe('ready')
  } finally {
    over.abort()
    await Promise.all(readers)
  }
  expect(statuses.filter((status) => status !== 200)).toEqual([])
  expect(one.program.output().match(/^\{"level":50.*$/gm) ?? []).toEqual([])
})
