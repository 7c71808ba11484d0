import { spawnSync } from 'node:child_process'
import { createReadStream, createWriteStream } from 'node:fs'
import { cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agreements, planning, releases } from '@vypusk/contract'
import { openProduct } from './app.ts'
import { restoreBackup } from './backup/restore.ts'
import { writeBackup } from './backup/write.ts'
import { systemClock } from './platform/clock.ts'
import { unknownDays } from './platform/database/data-check.ts'
import { openDatabase } from './platform/database.ts'
import { folderStore } from './platform/external/file-store/folder.ts'
import { migrate } from './platform/database/migrate.ts'
import { migrationsDir } from './platform/runtime/places.ts'
import { readSettings } from './platform/settings.ts'
import { PATIENT_DATABASE } from './testing/app.ts'
import { PASSWORD } from './testing/password.ts'
import { addressOf, createTestDatabase, type TestDatabase } from './testing/database.ts'
import { temporaryFolder } from './testing/folder.ts'
import { testLog } from './testing/log.ts'
import { makeEntry, makePeople, makeRelease } from './testing/making/make.ts'

/** Days outside the supported calendar that a former version accepted. */

const quiet = { info() {}, warn() {} }
const admin = fileURLToPath(new URL('admin.ts', import.meta.url))
const LEFT = [
  { table: 'agreements', row: '1', column: 'releaseDate', value: '9999-12-31' },
  { table: 'freezes', row: '1', column: 'date_to', value: '9999-12-31' },
  { table: 'releases', row: '2', column: 'plan_date', value: '20260-04-01' },
  { table: 'releases', row: '3', column: 'start_date', value: '0026-05-01' },
]

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let database: TestDatabase
let opened: ReturnType<typeof openDatabase>

async function fillAsBefore({ db }: typeof opened) {
  const { manager, company1 } = await makePeople(db)
  for (const title of ['Двумя цифрами', 'Пятью цифрами', 'Одна дата двумя'])
    await makeRelease(db, { author_id: manager, title }, { companies: [company1] })
  await makeEntry(db, { author_id: manager, idcomp: company1 })
  const client = new pg.Client(database.config)
  await client.connect()
  await client.query(`
    update releases set start_date = '0026-03-02', plan_date = '0026-04-01' where id = 1;
    update releases set plan_date = '20260-04-01' where id = 2;
    update releases set start_date = '0026-05-01', plan_date = '2026-04-01' where id = 3;
    update registry_entries set due_date = '0026-04-02';
    insert into agreements (release_id, company_id, "releaseDate", author_id, created_at, updated_at)
      values (1, ${company1}, '9999-12-31', ${manager}, now(), now());
    insert into agreement_offers (agreement_id, "releaseDate", user_id, created_at) values (1, '0026-04-03', ${manager}, now());
    insert into freezes (date_from, date_to, reason, author_id, created_at)
      values ('2026-12-25', '9999-12-31', 'Отчёт', ${manager}, now());
    insert into calendar_days values ('0026-05-13', 0, 'Выходной')`)
  await client.end()
}

beforeAll(async () => {
  folder = await temporaryFolder('old-days')
  database = await createTestDatabase({ create: `encoding 'UTF8' template template0` })
  const before = join(folder.path, 'migrations')
  for (const file of await readdir(migrationsDir))
    if (file < '0054') await cp(join(migrationsDir, file), join(before, file))
  await migrate(database.config, quiet, { dir: before })
  opened = openDatabase(database.config, quiet)
  await fillAsBefore(opened)
  await migrate(database.config, quiet)
})
afterAll(async () => {
  await opened.close()
  await database.drop()
  await folder.remove()
})

test('unambiguous days are corrected and recorded in the history, the others are left and listed', async () => {
  const { db } = opened
  const dates = await db.selectFrom('releases').select(['start_date', 'plan_date']).orderBy('id').execute()
  expect(dates[0]).toEqual({ start_date: '2026-03-02', plan_date: '2026-04-01' })
  expect(await db.selectFrom('registry_entries').select('due_date').execute()).toEqual([{ due_date: '2026-04-02' }])
  expect(await db.selectFrom('agreement_offers').select('releaseDate').execute()).toEqual([
    { releaseDate: '2026-04-03' },
  ])
  expect(await db.selectFrom('calendar_days').select('day').execute()).toContainEqual({ day: '2026-05-13' })
  const written = await db.selectFrom('history').select(['entity', 'entity_id', 'field', 'before', 'after']).execute()
  expect(written).toContainEqual({
    entity: 'release',
    entity_id: 1,
    field: 'plan_date',
    before: '0026-04-01',
    after: '2026-04-01',
  })
  expect(written).toHaveLength(3)
  expect(await unknownDays(db)).toEqual(LEFT)
})

test('such days cannot be written any more, and while old ones remain a sentence says what to correct', async () => {
  const { db } = opened
  const to = (day: string, id: number) =>
    db.updateTable('releases').set({ plan_date: day }).where('id', '=', id).execute()
  await expect(to('2101-01-01', 1)).rejects.toMatchObject({ constraint: 'releases_plan_date_in_calendar' })
  await expect(db.updateTable('registry_entries').set({ due_date: '1999-12-31' }).execute()).rejects.toThrow(
    'in_calendar',
  )
})

/** The product as it really runs: in tests replies are checked, which would refuse these days. */
async function run(config: TestDatabase['config']) {
  const settings = readSettings({ DATA_DIR: folder.path, ...PATIENT_DATABASE })
  const product = await openProduct({ settings, config, log: testLog.child({}), clock: systemClock })
  const body = { login: 'manager', password: PASSWORD }
  const { access_token } = (await product.app.inject({ method: 'POST', url: '/api/auth/login', body })).json()
  const ask = async (method: 'GET' | 'POST', path: string, overrides?: object) => {
    const headers = { authorization: `Bearer ${access_token}` }
    const reply = await product.app.inject({
      method,
      url: `/api${path}`,
      headers,
      ...(overrides ? { body: overrides } : {}),
    })
    return { status: reply.statusCode, body: reply.json() }
  }
  return { product, ask }
}

test('the product starts with them and reads them, and they can be corrected on screen', async () => {
  const { product, ask } = await run(database.config)
  const list = await ask('POST', releases.summary.path, {})
  expect([list.status, list.body.total]).toEqual([200, 3])
  const screens = [agreements.list, agreements.matrix, planning.inProgress, planning.freezes].map(({ path }) => path)
  for (const path of ['/releases/2', '/releases/3', '/agreements/1', ...screens]) {
    expect({ path, ...(await ask('GET', path)) }).toMatchObject({ path, status: 200 })
  }
  const terms = { release_id: 2, terms: '<p>Новые</p>' }
  const refused = await ask('POST', releases.saveTerms.path, terms)
  expect(refused).toMatchObject({
    status: 422,
    body: { message: expect.stringMatching(/^Плановая дата релиза: .*исправьте/) },
  })
  const { version } = (await ask('GET', '/releases/2')).body
  const days = { title: 'Пятью цифрами', start_date: '2026-03-02', plan_date: '2026-04-01', version }
  expect(await ask('POST', '/releases/2', days)).toMatchObject({ status: 200 })
  expect((await ask('POST', releases.saveTerms.path, terms)).status).toBe(200)
  await product.close()
})

test('a copy with such days is restored completely', async () => {
  const store = folderStore(join(folder.path, 'files'))
  const copy = join(folder.path, 'copy.tar.gz')
  await writeBackup({ config: database.config, store, clock: systemClock, version: '1' }, createWriteStream(copy))
  const other = await createTestDatabase()
  const options = { config: other.config, store, clock: systemClock, log: quiet, replace: true }
  await restoreBackup(options, () => createReadStream(copy))
  const { db, close } = openDatabase(other.config, quiet)
  expect(await unknownDays(db)).toEqual(LEFT.filter(({ row }) => row !== '2'))
  await close()
  await other.drop()
})

test('an administrator can list them', async () => {
  const env = { PATH: process.env['PATH'], DATABASE_URL: addressOf(database.config), DATA_DIR: folder.path }
  const { stdout, status } = spawnSync(process.execPath, [admin, '--check-data'], { env, encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stdout).toContain('Вне этих границ – 3:')
  expect(stdout).toContain('releases | 3 | start_date | 0026-05-01 | откройте /releases/3 и исправьте даты')
})
