import { pino } from 'pino'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { auth, live, tokens } from '@vypusk/contract'
import { STAY_BY, whoStay } from '../app.ts'
import { testApp, type TestApp } from '../testing/app.ts'
import { openDatabaseProxy } from '../testing/servers/database-proxy.ts'
import { makePeople } from '../testing/making/make.ts'
import { PASSWORD } from '../testing/password.ts'
import { EVENTS_CHANNEL } from './events.ts'
import { startLive } from './live.ts'
import { createRecentNews } from './live/missed.ts'
import { announceOwnMark, OWN_NEWS_CHANNEL } from './live/own-news.ts'
import { createMemory } from './memory.ts'
import { NOBODY } from './person.ts'

let product: TestApp
beforeAll(async () => {
  product = await testApp()
  await makePeople(product.deps.db)
})
afterAll(() => product.close())

const TIMES = { heartbeatMs: 100, answerMs: 500 }

/** Live updates of a separate process, and what one of its browsers receives. */
async function listener(id: number, token: string | null, config = product.config) {
  let [queries, text] = [0, '']
  const rights = { ...NOBODY, id }
  const node = await startLive({
    config,
    db: product.deps.db,
    clock: product.clock,
    log: pino({ level: 'silent' }),
    times: TIMES,
    mayHear: () => true,
    whoStay: async (all) => {
      queries += 1
      return new Map(all.flatMap((each) => (each === 'stays' ? [[each, rights]] : [])))
    },
  })
  onTestFinished(() => node.stop())
  const open = (by: string | null) => node.open({ ...NOBODY, id }, by)
  const stream = open(token)
  stream.on('data', (bytes: Buffer) => (text += String(bytes)))
  return { node, open, stream, rights, received: () => text, queries: () => queries }
}

const emit = () =>
  sql`with event as (
      insert into events (kind, entity, entity_id, version, data, at)
      values ('changed', 'webhook', 5, 1, '{}', ${product.clock.now().toISOString()}) returning id)
    select pg_notify(${EVENTS_CHANNEL}, id::text) from event`.execute(product.deps.db)

const announceOwnNews = (id: number) =>
  sql`select pg_notify(${OWN_NEWS_CHANNEL}, ${String(id)})`.execute(product.deps.db)

test('a silent connection is noticed and replaced, and browsers fetch everything again', async () => {
  const proxy = await openDatabaseProxy(product.config)
  onTestFinished(proxy.close)
  const { received } = await listener(7, null, proxy.config)
  await announceOwnNews(7)
  await expect.poll(received).toContain('"notice"')
  expect(received()).not.toContain('"all"')
  proxy.freeze()
  await expect.poll(received).toContain('"all"')
  // Rights and settings are not among the things that change together.
  for (const entity of ['user', 'account']) expect(received()).toContain(`"entity":"${entity}","id":0`)
  const before = received().length
  await announceOwnNews(7)
  await expect.poll(() => received().slice(before)).toContain('"notice"')
})

test('one query per heartbeat finds the streams to end', async () => {
  const { open, stream, received, queries } = await listener(8, 'stays')
  let isEnded = false
  const ending = open('over')
  ending.on('end', () => (isEnded = true)).resume()
  for (let n = 0; n < 5; n += 1) open('stays').resume()
  const before = queries()
  await expect.poll(() => isEnded).toBe(true)
  await expect.poll(received).toContain(': here')
  expect(stream.readableEnded).toBe(false)
  // One query for each heartbeat, not for each listener.
  expect(queries() - before).toBeLessThan(received().split(': here').length + 3)
})

test('the streams of a person whose rights have changed end, although nothing told of it', async () => {
  const { stream, rights, received } = await listener(8, 'stays')
  await expect.poll(received).toContain(': here')
  expect(stream.readableEnded).toBe(false)
  rights.can_enter_registry = true
  await expect.poll(() => stream.readableEnded).toBe(true)
})

test('a stream ends with its session or token, not at the next heartbeat, and no other does', async () => {
  const signIn = async () => {
    const reply = await product.anonymous(auth.login, { body: { login: 'client1', password: PASSWORD } })
    return reply.body.access_token
  }
  const [leaving, staying] = [await signIn(), await signIn()]
  const session = product.withToken(staying)
  const { token, access_token } = (await session(tokens.create, { body: { name: 'Т', scope: 'read', days: 1 } })).body
  const { db, settings } = product.deps
  const [person] = (await whoStay(db, product.clock, [staying], settings)).values()
  const node = await startLive({
    config: product.config,
    db,
    clock: product.clock,
    log: pino({ level: 'silent' }),
    memory: createMemory(async () => {}),
    times: { ...TIMES, heartbeatMs: 3_600_000 },
    mayHear: () => true,
    whoStay: (all) => whoStay(db, product.clock, all, settings),
    stayBy: STAY_BY,
  })
  onTestFinished(() => node.stop())
  const ended: string[] = []
  for (const by of [leaving, staying, access_token]) {
    node
      .open({ ...NOBODY, ...person }, by)
      .on('end', () => ended.push(by))
      .resume()
  }
  await product.withToken(leaving)(auth.logout)
  await expect.poll(() => ended).toEqual([leaving])
  await session(tokens.revoke, { params: { id: token.id } })
  await expect.poll(() => ended).toEqual([leaving, access_token])
})

test('many listeners are notified of their number', async () => {
  const { open, received } = await listener(9, null)
  await emit()
  await expect.poll(received).toContain('"entity":"webhook"')
  expect(received()).not.toContain('listeners')
  for (let n = 1; n < 20; n += 1) open('stays').resume()
  await emit()
  await expect.poll(received).toContain('"listeners":20')
})

test('a stream begins with the changes that its browser has missed', async () => {
  const { node, received } = await listener(11, null)
  const heard = (missedMs?: number) => {
    let text = ''
    const stream = node.open({ ...NOBODY, id: 12 }, null, undefined, missedMs)
    stream.on('data', (bytes: Buffer) => (text += String(bytes)))
    return () => text
  }
  product.clock.set('2026-03-06T08:00:00Z')
  await emit()
  // Streams that are open when it is reported would hear of it twice.
  await expect.poll(received).toContain('"webhook"')
  product.clock.set('2026-03-06T08:00:10Z')
  const [late, latest, other] = [heard(10_000), heard(7000), heard()]
  await expect.poll(late).toContain('"entity":"webhook","id":5')
  expect(late()).toContain('"notice"')
  // Too old for the one whose last seconds may still be being read.
  product.clock.set('2026-03-06T08:00:00Z')
  await emit()
  for (const text of [late, latest, other]) await expect.poll(text).toContain('"webhook"')
  expect([late, latest, other].map((text) => text().split('"webhook"').length - 1)).toEqual([2, 1, 1])
  for (let n = 0; n < 100; n += 1) await emit()
  await expect.poll(heard(0)).toContain('"all"')
})

const announceRead = (user_id: number, stream?: string) =>
  announceOwnMark(product.deps.db, { id: user_id, stream }, 'registry_entry', 3)

test('a stream begins with what its person has marked in other windows meanwhile', async () => {
  const { node, received } = await listener(13, null)
  const opened = (id: number, missedMs?: number, key = 'its own key') => {
    let text = ''
    const stream = node.open({ ...NOBODY, id }, null, key, missedMs)
    stream.on('data', (bytes: Buffer) => (text += String(bytes)))
    return () => text
  }
  // Nothing else has happened lately.
  product.clock.set('2026-03-06T09:00:00Z')
  await announceRead(13, 'another key')
  await announceOwnNews(14)
  await announceOwnNews(13)
  await expect.poll(received).toContain('"notice"')
  const [later, ofOther, told, fresh] = [opened(13, 5000), opened(12, 5000), opened(14, 5000), opened(13)]
  await expect.poll(later).toContain('"entity":"registry_entry","id":3,"version":0,"by":13')
  await expect.poll(told).toContain('"notice"')
  expect([told(), ofOther(), fresh()].join('')).not.toContain('registry_entry')
  expect(ofOther()).not.toContain('"notice"')
})

test('what was announced is known for as long as a stream may ask for it, and not what was missed', () => {
  let now = 0
  const news = createRecentNews(() => now)
  const about = (id: number) => ({ noticed: new Set([id]), mark: null })
  const known = (ms: number) => news.since(ms)?.flatMap(({ noticed }) => [...noticed])
  news.note(about(1))
  now = 30_000
  news.note(about(2))
  expect([known(60_000), known(5000)]).toEqual([[1, 2], [2]])
  now = 62_001
  expect(known(60_000)).toEqual([2])
  news.lose()
  expect(known(0)).toBeUndefined()
  news.resume()
  now = 70_000
  news.note(about(3))
  expect([known(60_000), known(1000)]).toEqual([undefined, [3]])
})

test('a person can have at most twenty streams', async () => {
  const { body } = await product.anonymous(auth.login, { body: { login: 'client1', password: PASSWORD } })
  const person = await product.deps.whoIs(body.access_token)
  const streams = Array.from({ length: 20 }, () => product.deps.live.open(person ?? NOBODY, body.access_token))
  const refused = await product.withToken(body.access_token)(live.events)
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '30'])
  const gone = new Promise((resolve) => void streams[0]?.once('close', resolve))
  streams[0]?.destroy()
  await gone
  product.deps.live.open(person ?? NOBODY, body.access_token)
  expect((await product.withToken(body.access_token)(auth.getUser)).status).toBe(200)
})

test('a HEAD of the stream gets its headers and leaves nothing open', async () => {
  const { body } = await product.anonymous(auth.login, { body: { login: 'client2', password: PASSWORD } })
  const before = product.deps.live.count()
  const headers = { authorization: `Bearer ${body.access_token}` }
  const answered = await product.app.inject({ method: 'HEAD', url: '/api/events', headers })
  expect([answered.statusCode, answered.body]).toEqual([200, ''])
  expect(answered.headers['content-type']).toBe('text/event-stream; charset=utf-8')
  await expect.poll(() => product.deps.live.count()).toBe(before)
})
