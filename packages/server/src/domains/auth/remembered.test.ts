import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { account, adminPeople, auth, tokens } from '@vypusk/contract'
import { openProduct } from '../../app.ts'
import { changedBy, rememberedTables } from '../../platform/database/remembered-tables.ts'
import { readSettings } from '../../platform/settings.ts'
import { PATIENT_DATABASE, testApp, type Api, type TestApp } from '../../testing/app.ts'
import { PASSWORD } from '../../testing/password.ts'
import { makePeople, makePerson } from '../../testing/making/make.ts'

/** Every node remembers who is signed in, and whatever ends a session ends it on all of them. */

let product: TestApp
let admin: Api
beforeAll(async () => {
  product = await testApp()
  await makePeople(product.deps.db)
  admin = await product.as('admin')
})
afterAll(() => product.close())

/** Starts another node on the same database; `answers` returns its status for a token. */
async function another() {
  const settings = readSettings({ DATA_DIR: product.dataDir, ...PATIENT_DATABASE })
  const node = await openProduct({
    settings,
    config: product.config,
    log: pino({ level: 'silent' }),
    clock: product.clock,
    isByTheClock: false,
  })
  onTestFinished(() => node.close())
  const answers = async (token: string) =>
    (await node.app.inject({ url: `/api${auth.getUser.path}`, headers: { authorization: `Bearer ${token}` } }))
      .statusCode
  return { ...node, answers }
}
type Node = Awaited<ReturnType<typeof another>>

/**
 * Waits until the node answers from memory: then it does not notice a change made without a notification, which only a
 * test can make.
 */
async function remembers(node: Node, token: string) {
  const quietly = async (is_blocked: boolean) => {
    await sql`begin; set local session_replication_role = replica; update users set is_blocked = ${sql.lit(is_blocked)}
      where id = ${sql.lit(id)}; commit`.execute(product.deps.db)
  }
  const remembered = async () => {
    expect(await node.answers(token)).toBe(200)
    await quietly(true)
    const answer = await node.answers(token)
    await quietly(false)
    return answer
  }
  await expect.poll(remembered).toBe(200)
}

let serial = 0
let id: number
let token: string
let node: Node
beforeEach(async () => {
  serial += 1
  const login = `remembered${serial}`
  id = await makePerson(product.deps.db, login)
  token = (await product.anonymous(auth.login, { body: { login, password: PASSWORD } })).body.access_token
  node = await another()
  await remembers(node, token)
})

// oxlint-disable-next-line house/own-limit -- after a minute all that is remembered is forgotten anyway
const SOON = { timeout: 45_000 }

async function isOver() {
  await expect.poll(() => node.answers(token), SOON).toBe(401)
}

describe('a session that another node remembers ends', () => {
  test('when the person signs out', async () => {
    await product.withToken(token)(auth.logout)
    expect(await product.withToken(token)(auth.getUser)).toMatchObject({ status: 401 })
    await isOver()
  })

  test('when the person is blocked', async () => {
    await admin(adminPeople.block, { params: { id }, body: { is_blocked: true } })
    expect(await product.withToken(token)(auth.getUser)).toMatchObject({ status: 401 })
    await isOver()
  })

  test('when the password is changed elsewhere', async () => {
    const login = `remembered${serial}`
    const other = (await product.anonymous(auth.login, { body: { login, password: PASSWORD } })).body.access_token
    const body = { current_password: PASSWORD, password: 'совсем другой пароль' }
    expect(await product.withToken(other)(account.changePassword, { body })).toMatchObject({ status: 200 })
    await isOver()
  })

  test('when it has expired, without a notification', async () => {
    const before = product.clock.now().toISOString()
    product.clock.set('2026-06-01T00:00:00.000Z')
    expect(await node.answers(token)).toBe(401)
    product.clock.set(before)
  })
})

test('an API token that another node remembers ends when it is revoked', async () => {
  const session = product.withToken(token)
  const { body } = await session(tokens.create, { body: { name: 'CI', scope: 'read', days: 30 } })
  token = body.access_token
  await remembers(node, token)
  await session(tokens.revoke, { params: { id: body.token.id } })
  expect(await product.withToken(token)(auth.getUser)).toMatchObject({ status: 401 })
  await isOver()
})

test('a right that is given or taken applies on every node', async () => {
  const list = async () => {
    const headers = { authorization: `Bearer ${token}` }
    return (await node.app.inject({ url: `/api${adminPeople.list.path}`, headers })).statusCode
  }
  expect(await list()).toBe(403)
  await product.deps.db.updateTable('users').set({ isAdmin: true }).where('id', '=', id).execute()
  await expect.poll(list, SOON).toBe(200)
})

test('a session that is used on one node is not idle on any', async () => {
  const before = product.clock.now().getTime()
  // More than half of the idle limit, twice: this node still remembers the session's first use.
  product.clock.set(new Date(before + 40 * 3600_000).toISOString())
  expect(await product.withToken(token)(auth.getUser)).toMatchObject({ status: 200 })
  product.clock.set(new Date(before + 80 * 3600_000).toISOString())
  expect(await node.answers(token)).toBe(200)
  product.clock.set(new Date(before).toISOString())
})

test.each<[string, string[]]>([
  ['update "users" set "name" = $1 where "id" = $2', ['users']],
  ['\n        update "systems" set "order" = placed.place', ['systems']],
  ['with gone as (delete from users returning id) update companies set version = 1', ['users', 'companies']],
  ['insert into "companies" ("namecomp") values ($1)', ['companies']],
  ['delete from "sessions" where "user_id" = $1', ['sessions']],
  ['update "sessions" set "last_seen_at" = $1 where "token_hash" = $2', []],
  ['update "requests" set "version" = $1', []],
  ['select "id" from "users" for update', []],
])('%s changes these remembered tables: %j', (text, changed) => {
  expect(changedBy(text)).toEqual(changed)
})

test('every remembered table notifies of changes', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct t.tgrelid::regclass::text as name from pg_trigger t
    where t.tgfoid = 'tell_of_change'::regproc`.execute(product.deps.db)
  // Tests of the memory itself, which share this process, remember tables of their own.
  const { rows: own } = await sql<{ name: string }>`
    select relname::text as name from pg_class where relkind = 'r' and relname = any(${rememberedTables()})`.execute(
    product.deps.db,
  )
  expect(own.length).toBeGreaterThan(5)
  expect(rows).toEqual(expect.arrayContaining(own))
})
