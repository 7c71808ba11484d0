import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { account, adminPeople, auth, DAY_MS, files, services, tokens } from '@vypusk/contract'
import { NOBODY } from '../../platform/person.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { sweepFileLinks } from '../files/port.ts'
import { sweepTokens, tokensThatStay } from '../integrations/port.ts'
import { makePeople, makePerson } from '../../testing/making/make.ts'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { PASSWORD } from '../../testing/password.ts'
import { upload } from '../../testing/upload.ts'
import { opensByPassword } from './policy.ts'
import { issuePasswordLink, sessionsThatStay, sweepSessions } from './port.ts'

/** What was opened while the clock was ahead must not open the product for longer once the clock is right. */

let product: TestApp
let admin: Api
beforeAll(async () => {
  product = await testApp()
  await makePeople(product.deps.db)
  admin = await product.as('admin')
})
afterAll(() => product.close())

const RIGHT = '2026-03-06T06:30:00.000Z'
const AHEAD = '2026-09-06T06:30:00.000Z'
const later = (moment: string, days: number) => new Date(Date.parse(moment) + days * DAY_MS).toISOString()

let serial = 0
let id: number
let login: string
const logIn = async () =>
  (await product.anonymous(auth.login, { body: { login, password: PASSWORD } })).body.access_token
const linkFor = () =>
  inTransaction({ deps: product.deps, person: NOBODY }, (tx) =>
    issuePasswordLink(tx, id, product.clock.now().toISOString()),
  )
const isLinkOpen = async (token: string) =>
  (await product.anonymous(auth.passwordLink, { params: { token } })).status === 200
const isIn = async (token: string) => (await product.withToken(token)(auth.getUser)).status === 200

beforeEach(async () => {
  serial += 1
  login = `person${serial}`
  id = await makePerson(product.deps.db, login)
  product.clock.set(RIGHT)
})

test('a session opens nothing, is in no list, and never comes back', async () => {
  const good = await logIn()
  product.clock.set(AHEAD)
  const bad = await logIn()
  expect(await isIn(bad)).toBe(true)
  product.clock.set(RIGHT)
  expect([await isIn(bad), await isIn(good)]).toEqual([false, true])
  const { db, clock, settings } = product.deps
  const stays = new Map([[good, { id, isRivc: true, isAdmin: false, idcomp: null, can_enter_registry: false }]])
  expect(await sessionsThatStay(db, clock, [bad, good], settings)).toEqual(stays)
  expect((await product.withToken(good)(account.sessions)).body.sessions).toHaveLength(1)
  expect((await admin(adminPeople.get, { params: { id } })).body.sessions_count).toBe(1)
  await sweepSessions(product.deps)
  product.clock.set(later(AHEAD, 1))
  expect(await isIn(bad)).toBe(false)
})

test('a session used meanwhile is idle from then on', async () => {
  const { sessionIdleHours } = product.deps.settings
  const days = sessionIdleHours / 24
  const token = await logIn()
  product.clock.set(later(RIGHT, 1))
  expect(await isIn(token)).toBe(true)
  product.clock.set(RIGHT)
  await sweepSessions(product.deps)
  const row = await product.deps.db
    .selectFrom('sessions')
    .select('last_seen_at')
    .where('user_id', '=', id)
    .executeTakeFirst()
  expect(row).toEqual({ last_seen_at: RIGHT })
  product.clock.set(later(RIGHT, days))
  expect(await isIn(token)).toBe(false)
})

test('the link of a letter, one to a file and an API token open nothing', async () => {
  product.clock.set(AHEAD)
  const session = product.withToken(await logIn())
  const { body } = await session(tokens.create, { body: { name: 'CI', scope: 'write', days: 30 } })
  const link = await linkFor()
  const added = await upload(product, await logIn(), [{ name: 'a.zip', bytes: 'а', version: '1' }])
  const saved = (await session(files.linkFile, { params: { id: added.body.files[0]?.id ?? 0 } })).body.url
  const opens = async () => (await product.app.inject(new URL(saved, 'http://here').href)).statusCode === 200
  const open = async () => [await isIn(body.access_token), await isLinkOpen(link), await opens()]
  expect(await open()).toEqual([true, true, true])
  product.clock.set(RIGHT)
  expect(await open()).toEqual([false, false, false])
  const set = { params: { token: link }, body: { password: 'лучше несколько слов подряд' } }
  expect((await product.anonymous(auth.setPassword, set)).status).toBe(404)
  const { db, clock } = product.deps
  expect(await tokensThatStay(db, clock, [body.access_token])).toEqual(new Map())
  const present = product.withToken(await logIn())
  expect((await present(tokens.list)).body.tokens).toMatchObject([{ name: 'CI', is_expired: true }])
  await sweepSessions(product.deps)
  await sweepTokens(product.deps)
  await sweepFileLinks(product.deps)
  product.clock.set(AHEAD)
  expect(await open()).toEqual([false, false, false])
})

test('the tokens of a service have ended when its end is further than any token lasts', async () => {
  const made = { name: 'Сборка', about: '', scope: 'read', company: null, days: 300 } as const
  const rights = { can_enter_registry: false, can_create_registry: false, can_edit_calendar: false }
  product.clock.set(AHEAD)
  const there = await product.as('admin')
  const { body } = await there(services.create, { body: { ...made, ...rights } })
  product.clock.set(RIGHT)
  expect(body.service.is_expired).toBe(false)
  const params = { id: body.service.id }
  expect((await admin(services.get, { params })).body.is_expired).toBe(true)
  expect((await admin(services.createToken, { params, body: { name: 'CI' } })).status).toBe(422)
  await sweepTokens(product.deps)
  product.clock.set(later(AHEAD, 1))
  expect((await (await product.as('admin'))(services.get, { params })).body.is_expired).toBe(true)
})

test('the hour of a password given on the server does not come back', async () => {
  const soon = '2026-03-06T07:00:00.000Z'
  const { db } = product.deps
  const other = await makePerson(db, `${login}-rescuer`, { local_until: soon })
  await db.updateTable('users').set({ local_until: AHEAD }).where('id', '=', id).execute()
  await sweepSessions(product.deps)
  const left = db.selectFrom('users').select('local_until').where('id', 'in', [id, other]).orderBy('id')
  expect((await left.execute()).map(({ local_until }) => local_until)).toEqual([null, soon])
})

test.each([
  ['2026-03-06T07:30:00.000Z', true],
  ['2026-03-06T06:30:00.000Z', false],
  ['2026-03-06T07:31:00.001Z', false],
])('a password given on the server until %s opens a session: %s', (local_until, opens) => {
  const ways = { localSignIn: false, hasDirectory: false }
  expect(opensByPassword({ local_until, in_directory: false }, ways, new Date(RIGHT))).toBe(opens)
})
