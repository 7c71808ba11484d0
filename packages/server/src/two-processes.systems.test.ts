import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from './platform/database.ts'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'
import { temporaryFolder } from './testing/folder.ts'
import { makeEntry, makePeople } from './testing/making/make.ts'

/** Two real processes on one database behave as one. */

const program = fileURLToPath(new URL('testing/processes/node.ts', import.meta.url))

interface Node {
  base: string
  child: ChildProcess
}

let database: TestDatabase
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let people: Awaited<ReturnType<typeof makePeople>>
let opened: ReturnType<typeof openDatabase>
let [one, other] = [] as unknown as [Node, Node]

async function launch(): Promise<Node> {
  const options = JSON.stringify({ config: database.config, env: { DATA_DIR: folder.path } })
  const child = spawn(process.execPath, [program, options], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [port] = await once(child.stdout, 'data')
  return { base: `http://127.0.0.1:${String(port).trim()}/api`, child }
}

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await temporaryFolder('nodes')
  opened = openDatabase(database.config, { info() {}, warn() {} })
  people = await makePeople(opened.db)
  ;[one, other] = await Promise.all([launch(), launch()])
})
afterAll(async () => {
  for (const { child } of [one, other]) {
    if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit')
  }
  await opened.close()
  await database.drop()
  await folder.remove()
})

/** Replies of the calls in these tests. */
interface Body {
  access_token: string
  unread: number
  people: object[]
  release: { id: number }
}

async function ask({ base }: Node, token: string, method: 'GET' | 'POST', path: string, body?: object) {
  const headers = { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) }
  const reply = await fetch(`${base}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  const read: Body = JSON.parse(await reply.text())
  return { status: reply.status, body: read }
}

const signIn = async (node: Node, login: string): Promise<string> =>
  (await ask(node, '', 'POST', '/auth/login', { login, password: 'demo' })).body.access_token

/** A browser's stream, with everything it has received. */
async function listen({ base }: Node, token: string, key: string) {
  const stop = new AbortController()
  const reply = await fetch(`${base}/events?key=${key}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  })
  let text = ''
  const reading = (async () => {
    for await (const piece of reply.body?.pipeThrough(new TextDecoderStream()) ?? []) text += piece
  })().catch(() => {})
  const events = () => [...text.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json ?? ''))
  return { received: events, close: () => (stop.abort(), reading) }
}

const days = { start_date: '2026-03-02', plan_date: '2026-04-01' }

test('changes made in one process are announced by the other at once, to everybody or to one person', async () => {
  const [manager, admin] = [await signIn(one, 'manager'), await signIn(other, 'admin')]
  const stream = await listen(other, admin, 'a'.repeat(16))
  const made = await ask(one, manager, 'POST', '/releases/0', { title: 'Весна', ...days, users: [people.admin] })
  expect(made.status).toBe(200)
  const { id } = made.body.release
  await expect
    .poll(stream.received)
    .toContainEqual(expect.objectContaining({ entity: 'release', id, by: people.manager }))
  await expect.poll(stream.received).toContainEqual(expect.objectContaining({ entity: 'notice' }))
  expect((await ask(other, admin, 'GET', '/notices/count')).body.unread).toBe(1)
  await stream.close()
})

test('people in both processes see each other', async () => {
  const [manager, admin] = [await signIn(one, 'manager'), await signIn(other, 'admin')]
  const [first, second] = [await listen(one, manager, 'm'.repeat(16)), await listen(other, admin, 'n'.repeat(16))]
  const here = (node: Node, token: string, key: string) =>
    ask(node, token, 'POST', '/here', { key: key.repeat(16), place: 'release/7', note: '' })
  await here(one, manager, 'm')
  expect((await here(other, admin, 'n')).body.people).toEqual([{ id: people.manager, name: 'Имя manager', note: '' }])
  await expect.poll(first.received).toContainEqual({
    entity: 'presence',
    place: 'release/7',
    people: [{ id: people.admin, name: 'Имя admin', note: '' }],
  })
  await Promise.all([first.close(), second.close()])
})

test('a job runs in one of them, once', async () => {
  const [manager, admin] = [await signIn(one, 'manager'), await signIn(other, 'admin')]
  const entry = await makeEntry(opened.db, { author_id: people.manager, idcomp: people.company1 })
  const comments = Array.from({ length: 12 }, (_, n) => {
    const comment = { id: entry, comment: `Вопрос ${n}`, mentions: [people.client1] }
    const [node, token] = n % 2 === 0 ? ([one, manager] as const) : ([other, admin] as const)
    return ask(node, token, 'POST', '/requests-registry/add-comment', comment)
  })
  expect((await Promise.all(comments)).map(({ status }) => status)).toEqual(comments.map(() => 200))
  const waiting = () => opened.db.selectFrom('deliveries').select('id').where('state', '<>', 'sent').execute()
  await expect.poll(waiting).toEqual([])
  expect(await readdir(join(folder.path, 'outbox'))).toHaveLength(comments.length)
  const attempts = await opened.db.selectFrom('deliveries').select('attempts').execute()
  expect(new Set(attempts.map((row) => row.attempts))).toEqual(new Set([1]))
  const client = await signIn(other, 'client1')
  expect((await ask(one, client, 'GET', '/notices/count')).body.unread).toBe(comments.length)
})

test('a session ended in one process has ended in the other', async () => {
  const token = await signIn(one, 'manager')
  expect((await ask(other, token, 'GET', '/auth/user')).status).toBe(200)
  await ask(one, token, 'GET', '/auth/logout')
  // The other process is notified a moment later (docs/decisions/0053).
  await expect.poll(async () => (await ask(other, token, 'GET', '/auth/user')).status).toBe(401)
})

test('when one is killed the other goes on', async () => {
  const gone = once(one.child, 'exit')
  one.child.kill('SIGKILL')
  await gone
  const [admin, manager] = [await signIn(other, 'admin'), await signIn(other, 'manager')]
  const stream = await listen(other, admin, 'z'.repeat(16))
  const made = await ask(other, manager, 'POST', '/releases/0', { title: 'Лето', ...days })
  await expect
    .poll(stream.received)
    .toContainEqual(expect.objectContaining({ entity: 'release', id: made.body.release.id }))
  await stream.close()
})
