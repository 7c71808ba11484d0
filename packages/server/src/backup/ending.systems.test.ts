import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { generateSync } from 'otplib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { adminPeople, agreements, auth, calendar, secondFactor, tokens } from '@vypusk/contract'
import { folderStore } from '../platform/external/file-store/folder.ts'
import { secretHash } from '../platform/credentials/secret.ts'
import { testApp, type TestApp } from '../testing/app.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { makeFile } from '../testing/making/make-publication.ts'
import { makePeople, makePerson, makeRelease } from '../testing/making/make.ts'
import { PASSWORD } from '../testing/password.ts'
import { endedInWords } from './ending.ts'
import { restoreBackup } from './restore.ts'
import { writeBackup } from './write.ts'

const quiet = { info() {}, warn() {} }
const PASSWORD_LINK = 'p'.repeat(43)
const LATER = '2026-03-08T06:30:00.000Z'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let database: TestDatabase
let product: TestApp
/** Opens the product on a database that outlives it. */
const open = async ({ config }: TestDatabase) =>
  (product = await testApp({}, { database: { config, drop: async () => {} } }))

beforeEach(async () => {
  folder = await temporaryFolder('ending')
  database = await createTestDatabase()
  await open(database)
})
afterEach(async () => {
  await product.close()
  await database.drop()
  await folder.remove()
})

const tokenOf = async (api: Awaited<ReturnType<TestApp['as']>>, name: string) => {
  const { body } = await api(tokens.create, { body: { name, scope: 'read', days: 30 } })
  return { id: body.token.id, secret: body.access_token }
}
const secretOf = (url: string) => /calendar\/([\w-]{43})\//.exec(url)![1]!
const signIn = async () =>
  (await product.anonymous(auth.login, { body: { login: 'manager', password: PASSWORD } })).body.access_token

/** Writes the copy that `restore` reads. */
const write = () =>
  writeBackup(
    { config: product.config, store: product.deps.store, clock: product.clock, version: '1' },
    createWriteStream(join(folder.path, 'copy.tar.gz')),
  )

/** A system with every kind of access, and its copy. */
async function copied() {
  const { db } = product.deps
  const { manager: user_id } = await makePeople(db)
  const session = await signIn()
  const [manager, client] = [product.withToken(session), await product.as('client1')]
  const [kept, revoked] = [await tokenOf(manager, 'остаётся'), await tokenOf(manager, 'отзывается')]
  const [ended, read] = [await manager(calendar.subscribe), await client(calendar.subscribe)]
  const [at, expires_at] = ['2026-03-06T06:30:00.000Z', '2026-03-20T06:30:00.000Z']
  await db
    .insertInto('password_links')
    .values({ user_id, token_hash: secretHash(PASSWORD_LINK), created_at: at, expires_at })
    .execute()
  await db
    .insertInto('recovery_codes')
    .values(['used', 'left'].map((code) => ({ user_id, code_hash: secretHash(code) })))
    .execute()
  const file_id = await makeFile(db)
  await db
    .insertInto('file_links')
    .values({ file_id, user_id, token_hash: secretHash('f'), expires_at })
    .execute()
  await write()
  return { manager, session, kept, revoked, ended: secretOf(ended.body.url), read: secretOf(read.body.url) }
}

const restore = (into: TestDatabase) =>
  restoreBackup(
    {
      config: into.config,
      store: folderStore(join(folder.path, 'files')),
      clock: product.clock,
      log: quiet,
      replace: true,
    },
    () => createReadStream(join(folder.path, 'copy.tar.gz')),
  )

const statusOf = async (token: string) => (await product.withToken(token)(auth.getUser)).status
const calendarStatus = async (secret: string) => (await product.anonymous(calendar.feed, { params: { secret } })).status

test('access that was ended since the copy was made stays ended, and everybody signs in again', async () => {
  const { manager, session, kept, revoked, ended, read } = await copied()
  product.clock.set(LATER)
  await manager(tokens.revoke, { params: { id: revoked.id } })
  await manager(calendar.unsubscribe)
  await product.deps.db.deleteFrom('recovery_codes').where('code_hash', '=', secretHash('used')).execute()
  await manager(auth.logout)
  await product.close()
  const restored = await restore(database)
  expect(restored.ended).toMatchObject({
    sessions: 2,
    password_links: 1,
    file_links: 1,
    api_tokens: 1,
    calendar_links: 1,
  })
  expect(endedInWords(restored.ended).join('\n')).toMatch(/сеансов 2.*\n.*токенов API 1, ссылок календаря 1$/)
  await open(database)
  expect([await statusOf(session), await statusOf(revoked.secret), await statusOf(kept.secret)]).toEqual([
    401, 401, 200,
  ])
  expect([await calendarStatus(ended), await calendarStatus(read)]).toEqual([410, 200])
  const codes = await product.deps.db.selectFrom('recovery_codes').select('code_hash').execute()
  expect(codes).toEqual([{ code_hash: secretHash('left') }])
  const link = await product.anonymous(auth.passwordLink, { params: { token: PASSWORD_LINK } })
  expect(link.status).toBe(404)
})

test('a code of an application that was used before the restore is not accepted after it', async () => {
  await makePeople(product.deps.db)
  const later = () => product.clock.set(new Date(product.clock.now().getTime() + 60_000).toISOString())
  const logIn = async (code: string) =>
    (await product.anonymous(auth.login, { body: { login: 'manager', password: PASSWORD, code } })).status
  const manager = product.withToken(await signIn())
  const { key, secret } = (await manager(secondFactor.beginTotp, { body: { current_password: PASSWORD } })).body
  const shown = () => generateSync({ secret, epoch: Math.floor(product.clock.now().getTime() / 1000) })
  await manager(secondFactor.finishTotp, { body: { key, name: 'Телефон', code: shown() } })
  await write()
  later()
  const taken = shown()
  expect(await logIn(taken)).toBe(200)
  const at = product.clock.now().toISOString()
  await product.close()
  await restore(database)
  await open(database)
  product.clock.set(at)
  expect(await logIn(taken)).toBe(401)
  later()
  expect(await logIn(shown())).toBe(200)
})

test('what had been closed since the copy was made and is open again is named', async () => {
  const { db } = product.deps
  const people = await makePeople(db)
  const further = await makePerson(db, 'further', { idcomp: people.company1 })
  const release = await makeRelease(db, { author_id: people.manager }, { companies: [people.company1] })
  const admin = await product.as('admin')
  // An agreement has a chain, to which a restore adds a record.
  const date = { releaseDate: '2026-03-20', releaseTime: '21:00' }
  const asked = { release_id: release, company_id: people.company1, recipients: [], recipientsExtra: [] }
  expect((await admin(agreements.add, { body: { ...asked, ...date } })).status).toBe(200)
  const totp = { kind: 'totp', name: 'Телефон', secret: 's', last_step: 1 }
  const factor = { user_id: people.manager, ...totp, created_at: LATER }
  await db.insertInto('second_factors').values(factor).execute()
  const identity = { provider: 'oidc', subject: 's-1', user_id: further, created_at: LATER, last_used_at: LATER }
  await db.insertInto('corporate_identities').values(identity).execute()
  const hook = { url: 'https://hooks.acme.ru/secret', kinds: ['release.published'], secret: 's', created_at: LATER }
  await db.insertInto('webhooks').values(hook).execute()
  await db
    .insertInto('recovery_codes')
    .values({ user_id: people.manager, code_hash: secretHash('used') })
    .execute()
  await db.updateTable('users').set({ can_edit_calendar: true }).where('id', '=', people.client1).execute()
  await db.updateTable('releases').set({ is_visible_for_client: true }).where('id', '=', release).execute()
  await write()
  product.clock.set(LATER)
  const block = (id: number) => admin(adminPeople.block, { params: { id }, body: { is_blocked: true } })
  expect((await block(people.client2)).status).toBe(200)
  await db.deleteFrom('second_factors').execute()
  await db
    .insertInto('second_factors')
    .values({ ...factor, user_id: further })
    .execute()
  await db.deleteFrom('corporate_identities').execute()
  await db.deleteFrom('webhooks').execute()
  const named = { id: randomUUID(), user_name: 'orlova@acme.ru', attributes: {}, active: false }
  await db
    .insertInto('scim_people')
    .values({ ...named, created_at: LATER, changed_at: LATER })
    .execute()
  await db.deleteFrom('recovery_codes').execute()
  await db.updateTable('users').set({ can_edit_calendar: false }).where('id', '=', people.client1).execute()
  await db.updateTable('users').set({ password_hash: 'new' }).where('id', '=', further).execute()
  await db.updateTable('releases').set({ is_visible_for_client: false }).where('id', '=', release).execute()
  product.clock.set('2026-03-08T07:30:00.000Z')
  await product.close()
  const { ended } = await restore(database)
  expect(endedInWords(ended).slice(1)).toEqual([
    'Снова действуют прежние пароли, после копии сменённые: Имя further (further)',
    'Снова могут войти, хотя после копии их заблокировали или убрали из компании: Имя client2 (client2)',
    'Снова прежние права и компании, после копии сокращённые или другие: Имя client1 (client1)',
    'Снова действует второй фактор, после копии убранный: Имя manager (manager)',
    'Нет второго фактора, после копии заведённого: Имя further (further)',
    'Снова связаны с корпоративной записью, после копии отвязанной: Имя further (further)',
    'Каталог компании (SCIM) сам не повторит, что сообщил после копии; запустите в нём полную сверку. Люди и группы: orlova@acme.ru',
    'Снова отправляют вебхуки и каналы, после копии выключенные, изменённые или удалённые: hooks.acme.ru',
    `Снова видны клиентам релизы, после копии скрытые или удалённые: № ${release}`,
  ])
  await open(database)
  expect(await product.deps.db.selectFrom('recovery_codes').selectAll().execute()).toEqual([])
})

test('a token whose service was given a shorter term since stays ended', async () => {
  const { kept, revoked } = await copied()
  await product.deps.db
    .updateTable('api_tokens')
    .set({ expires_at: '2026-03-07T00:00:00.000Z' })
    .where('id', '=', kept.id)
    .execute()
  product.clock.set(LATER)
  const at = product.clock.now().toISOString()
  await product.close()
  expect((await restore(database)).ended).toMatchObject({ api_tokens: 1 })
  await open(database)
  product.clock.set(at)
  expect([await statusOf(kept.secret), await statusOf(revoked.secret)]).toEqual([401, 200])
})

test('over a different system, tokens and calendars are as in the copy, and the administrator is informed', async () => {
  const { session, revoked, ended } = await copied()
  await product.close()
  const elsewhere = await createTestDatabase()
  const restored = await restore(elsewhere)
  expect(endedInWords(restored.ended).at(-2)).toMatch(/^Токены API и ссылки календаря \(4\) открыты, как в копии/)
  await open(elsewhere)
  expect([await statusOf(session), await statusOf(revoked.secret), await calendarStatus(ended)]).toEqual([
    401, 200, 200,
  ])
  await product.close()
  await elsewhere.drop()
  await open(database)
})

test('what was created after the last activity of the present system does not count as ended', async () => {
  await copied()
  await product.close()
  const older = await createTestDatabase()
  await restore(older)
  await open(database)
  product.clock.set(LATER)
  const { url } = (await (await product.as('admin'))(calendar.subscribe)).body
  await write()
  await product.close()
  expect((await restore(older)).ended).toMatchObject({ api_tokens: 0, calendar_links: 0, unknown: 0 })
  await open(older)
  expect(await calendarStatus(secretOf(url))).toBe(200)
  await product.close()
  await older.drop()
  await open(database)
})
