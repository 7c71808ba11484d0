import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { files, requests, trackers } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makePeople } from '../../testing/making/make.ts'
import { startReceiver, type TestReceiver } from '../../testing/servers/receiver.ts'
import { fetchFiles } from './commands/fetching.ts'

/** Attachments of a Redmine become files of the product (docs/decisions/0129). */

let redmine: TestReceiver
let elsewhere: TestReceiver
let product: TestApp
let people: Awaited<ReturnType<typeof makePeople>>
let admin: Api
let client: Api
let tracker: trackers.Tracker
beforeAll(async () => {
  redmine = await startReceiver()
  elsewhere = await startReceiver()
  product = await testApp({ WEBHOOKS_TO_PRIVATE: 'on', UPLOAD_LIMIT_MB: '1' })
  people = await makePeople(product.deps.db)
  admin = await product.as('admin')
  client = await product.as('client1')
  redmine.answer = () => ({ status: 503 })
  const body = { name: 'Redmine', url: redmine.url, key: 'key-1', source: 'Redmine' }
  tracker = (await admin(trackers.create, { body })).body.tracker
})
afterAll(async () => {
  await product.close()
  await redmine.close()
  await elsewhere.close()
})
beforeEach(async () => {
  await product.deps.db.deleteFrom('imported_files').execute()
  redmine.received.splice(0)
})

const BYTES = 'что видно на снимке'
const size = Buffer.byteLength(BYTES)
const attachment = (id: number, name: string, overrides: object = {}) => ({
  id,
  filename: name,
  filesize: size,
  content_url: `${redmine.url}/attachments/download/${id}/${encodeURIComponent(name)}`,
  ...overrides,
})
let numbers = 0
const issue = (attachments: object[], overrides: object = {}) => ({
  id: (numbers += 1),
  subject: 'Сумма акта',
  status: { name: 'Новая' },
  journals: [],
  attachments,
  ...overrides,
})

/** Sends the issues as the screen does after reading them. */
async function take(issues: object[], overrides: Record<string, string> = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries({
    source: 'Redmine',
    company: String(people.company1),
    module: String(people.module),
    ...overrides,
  }))
    form.append(name, value)
  form.append('file', new File([JSON.stringify({ issues })], 'Redmine.json'))
  const encoded = new Response(form)
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
  return (await admin(requests.importRequests, { headers, body: Buffer.from(await encoded.arrayBuffer()) as never }))
    .body
}
/** The attachments that were requested, apart from the tasks. */
const requested = () => redmine.received.filter(({ path }) => path.startsWith('/attachments/'))
const fetchAll = () => fetchFiles(product.deps, tracker.id)
const fileNames = async (who: Api, id: number) =>
  (await who(requests.getRequest, { params: { id } })).body.files.map(({ file_name }) => file_name)
const idOf = async ({ id }: { id: number }) => {
  const asked = product.deps.db.selectFrom('requests').select('id').where('source_key', '=', String(id))
  return (await asked.executeTakeFirstOrThrow()).id
}
const originOf = async (id: number) => (await admin(requests.getRequest, { params: { id } })).body.origin
const rows = () => product.deps.db.selectFrom('files').select('file_name').execute()

test('attachments are counted before anything is written, fetched with the key, and never twice', async () => {
  const one = issue([attachment(1, 'снимок 1.txt'), attachment(2, 'журнал.txt')])
  const looked = await take([one], { dry_run: '1' })
  expect(looked).toMatchObject({ created: 1, files_count: 2, files_bytes: 2 * size })
  expect(await rows()).toEqual([])
  await take([one])
  redmine.answer = () => ({ status: 200, body: BYTES })
  await fetchAll()
  const id = await idOf(one)
  expect(await fileNames(admin, id)).toEqual(['снимок 1.txt', 'журнал.txt'])
  expect(requested().map(({ path, headers }) => [decodeURIComponent(path), headers['x-redmine-api-key']])).toEqual([
    ['/attachments/download/1/снимок 1.txt', 'key-1'],
    ['/attachments/download/2/журнал.txt', 'key-1'],
  ])
  const { body } = await admin(requests.getRequest, { params: { id } })
  expect(body.origin?.files).toMatchObject([{ file_id: body.files[0]?.id, is_waiting: false }, { is_waiting: false }])
  expect((await admin(files.getFile, { params: { id: body.files[0]?.id ?? 0 } })).raw.toString()).toBe(BYTES)

  expect(await take([one])).toMatchObject({ same: 1, files_count: 0 })
  const more = { ...one, attachments: [...one.attachments, attachment(3, 'ещё.txt')] }
  expect(await take([more])).toMatchObject({ updated: 1, files_count: 1, files_bytes: size })
  await fetchAll()
  expect(await fileNames(admin, id)).toHaveLength(3)
  expect(requested()).toHaveLength(3)
  expect((await admin(trackers.list)).body.trackers[0]?.files).toEqual({ kept: 3, waiting: 0, failed: 0 })
})

test('a client gets the files of public comments, and none that were private there', async () => {
  const hidden = [
    { private_notes: true, notes: 'Не для всех', user: { name: 'А' }, created_on: '2026-03-05T10:00:00Z' },
  ]
  const details = [{ property: 'attachment', name: '12', new_value: 'внутри.txt' }]
  const shown = issue([attachment(11, 'видно.txt'), attachment(12, 'внутри.txt')], {
    journals: hidden.map((note) => ({ ...note, details })),
  })
  const unasked = issue([attachment(13, 'неизвестно.txt')], { journals: undefined })
  const closed = issue([attachment(14, 'частная.txt')], { is_private: true })
  const own = issue([attachment(15, 'свои.txt')])
  redmine.answer = () => ({ status: 200, body: BYTES })
  await take([shown, unasked, closed], { open_comments: '1' })
  await take([own])
  await fetchAll()
  expect(await fileNames(client, await idOf(shown))).toEqual(['видно.txt'])
  expect(await fileNames(client, await idOf(unasked))).toEqual([])
  expect(await fileNames(client, await idOf(own))).toEqual([])
  // Given to the company later, the request brings along nothing that was private.
  const { db } = product.deps
  await db
    .updateTable('requests')
    .set({ idcomp: people.company1 })
    .where('id', '=', await idOf(closed))
    .execute()
  expect(await fileNames(client, await idOf(closed))).toEqual([])
  expect(await fileNames(admin, await idOf(closed))).toEqual(['частная.txt'])
  const all = await db.selectFrom('files').select(['id', 'file_name']).where('file_name', 'like', '%.txt').execute()
  for (const { id, file_name } of all.filter(({ file_name: name }) =>
    ['внутри.txt', 'неизвестно.txt', 'частная.txt', 'свои.txt'].includes(name),
  )) {
    expect([file_name, (await client(files.getFile, { params: { id } })).status]).toEqual([file_name, 404])
  }
})

test('a file that cannot be fetched stops nothing, is reported in the request, and is tried again later', async () => {
  const some = issue([
    attachment(21, 'нет.txt'),
    attachment(22, 'велик.bin', { filesize: 2 * 1024 * 1024 }),
    attachment(23, 'оборван.txt', { filesize: size + 1 }),
    attachment(24, 'чужой.txt', { content_url: `${elsewhere.url}/secret` }),
    attachment(25, 'есть.txt'),
  ])
  redmine.answer = ({ path }) => (path.includes('/21/') ? { status: 404 } : { status: 200, body: BYTES })
  await take([some])
  await fetchAll()
  const id = await idOf(some)
  expect(await fileNames(admin, id)).toEqual(['есть.txt'])
  expect(elsewhere.received).toEqual([])
  expect(requested().some(({ path }) => path.includes('/22/'))).toBe(false)
  expect((await originOf(id))?.files.map(({ failure, is_waiting }) => [failure, is_waiting])).toEqual([
    ['В Redmine этого файла больше нет', true],
    ['Файл больше допустимых 1 МБ', true],
    ['Файл пришёл не весь', true],
    ['Это не адрес вложения Redmine', true],
    [null, false],
  ])
  expect((await admin(trackers.list)).body.trackers[0]?.files).toMatchObject({ kept: 1, waiting: 4, failed: 4 })
  expect(await product.deps.db.selectFrom('uploads').select('storage_key').execute()).toEqual([])
  const before = requested().length
  await fetchAll()
  expect(requested()).toHaveLength(before)
  product.clock.set(new Date(product.clock.now().getTime() + 11 * 60_000).toISOString())
  redmine.answer = () => ({ status: 200, body: BYTES })
  await fetchAll()
  expect(await fileNames(admin, id)).toContain('нет.txt')
})

const MINUTE_MS = 60_000
const wait = (minutes: number) =>
  product.clock.set(new Date(product.clock.now().getTime() + minutes * MINUTE_MS).toISOString())

test.each([
  ['in a while', 11],
  ['once a clock that was ahead is set back', -3 * 24 * 60],
])('a Redmine that is down ends the run, and the next run goes on, %s', async (_, minutes) => {
  const some = issue([attachment(31, 'первый.txt'), attachment(32, 'второй.txt'), attachment(33, 'третий.txt')])
  await take([some])
  redmine.answer = ({ path }) => (path.includes('/31/') ? { status: 200, body: BYTES } : { status: 500 })
  await fetchAll()
  expect(requested().map(({ path }) => path.split('/')[3])).toEqual(['31', '32'])
  redmine.answer = () => ({ status: 200, body: BYTES })
  await fetchAll()
  expect(await fileNames(admin, await idOf(some))).toEqual(['первый.txt', 'третий.txt'])
  wait(minutes)
  await fetchAll()
  expect(await fileNames(await product.as('admin'), await idOf(some))).toHaveLength(3)
  wait(-minutes)
})

test('a store that is away gives up no file, and keeps none from its turn once it is back', async () => {
  const some = issue([attachment(41, 'первый.txt'), attachment(42, 'второй.txt')])
  await take([some])
  redmine.answer = () => ({ status: 200, body: BYTES })
  const { store } = product.deps
  const away = Object.assign(Object.create(store), {
    put: () => Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })),
  })
  for (let tries = 0; tries < 8; tries += 1) {
    await fetchFiles({ ...product.deps, store: away }, tracker.id)
    wait(24 * 60)
  }
  // Each run ended with its first file: the store would have refused the next one too.
  expect(requested()).toHaveLength(8)
  admin = await product.as('admin')
  const id = await idOf(some)
  expect((await originOf(id))?.files.map(({ failure, is_waiting }) => [failure, is_waiting])).toEqual([
    ['Файл не удалось сохранить на сервере. Попытка повторится сама', true],
    ['Файл не удалось сохранить на сервере. Попытка повторится сама', true],
  ])
  await fetchAll()
  expect(await fileNames(admin, id)).toHaveLength(2)
})

test('a file whose failure ends the run lets those that were never tried go first', async () => {
  const some = issue([attachment(51, 'сломан.txt'), attachment(52, 'первый.txt'), attachment(53, 'второй.txt')])
  await take([some])
  redmine.answer = ({ path }) => (path.includes('/51/') ? { status: 500 } : { status: 200, body: BYTES })
  await fetchAll()
  wait(11)
  await fetchAll()
  expect(await fileNames(admin, await idOf(some))).toEqual(['первый.txt', 'второй.txt'])
})

test.each<[string, { status: number; headers?: Record<string, string> }, string]>([
  ['a failure', { status: 500 }, 'Redmine ответил 500'],
  ['a redirect', { status: 302, headers: { location: '/login' } }, 'Redmine ответил 302'],
])('%s of a Redmine that answers otherwise is of the one file, which is given up', async (_, reply, sentence) => {
  const some = issue([attachment(56, 'сломан.txt'), attachment(57, 'есть.txt')])
  await take([some])
  const user = { login: 'o', firstname: 'Ольга', lastname: 'Смирнова' }
  redmine.answer = ({ path }) => {
    if (path.includes('/users/current')) return { status: 200, body: JSON.stringify({ user }) }
    return path.includes('/56/') ? reply : { status: 200, body: BYTES }
  }
  await fetchAll()
  const id = await idOf(some)
  admin = await product.as('admin')
  expect(await fileNames(admin, id)).toEqual(['есть.txt'])
  for (let tries = 0; tries < 8; tries += 1) {
    wait(24 * 60)
    await fetchAll()
  }
  expect(requested().filter(({ path }) => path.includes('/56/'))).toHaveLength(6)
  admin = await product.as('admin')
  expect((await originOf(id))?.files.map(({ failure, is_waiting }) => [failure, is_waiting])).toEqual([
    [sentence, false],
    [null, false],
  ])
})

test('what was given up is fetched again when an administrator asks for it', async () => {
  const some = issue([attachment(61, 'потерян.txt'), attachment(62, 'есть.txt')])
  await take([some])
  redmine.answer = ({ path }) => (path.includes('/61/') ? { status: 403 } : { status: 200, body: BYTES })
  for (let tries = 0; tries < 6; tries += 1) {
    await fetchAll()
    wait(24 * 60)
  }
  // The session has run out meanwhile.
  admin = await product.as('admin')
  expect((await admin(trackers.list)).body.trackers[0]?.files).toEqual({ kept: 1, waiting: 0, failed: 1 })
  const before = requested().length
  redmine.answer = () => ({ status: 200, body: BYTES })
  await fetchAll()
  expect(requested()).toHaveLength(before)
  const { status, body } = await admin(trackers.refetch, { params: { id: tracker.id } })
  expect([status, body.tracker.files]).toEqual([200, { kept: 1, waiting: 1, failed: 0 }])
  // The call starts a run at once.
  await expect.poll(async () => fileNames(admin, await idOf(some))).toEqual(['есть.txt', 'потерян.txt'])
  expect((await admin(trackers.refetch, { params: { id: 999_999 } })).status).toBe(404)
})

// Not by its call, which has the queue read the tracker: that run would be in the way of the test's.
const turn = (is_active: boolean) =>
  product.deps.db.updateTable('trackers').set({ is_active }).where('id', '=', tracker.id).execute()
// The last tests, because nothing is fetched here once the process ends.
test.each<[string, () => unknown]>([
  ['whose tracker is switched off', () => turn(false)],
  ['whose process ends', () => product.deps.jobs.rest()],
])('a run %s begins no other file', async (_, end) => {
  await turn(true)
  await take([issue([attachment(71, 'первый.txt'), attachment(72, 'второй.txt')])])
  const runs = product.deps.db.selectFrom('taken_work').select('id').where('kind', '=', 'tracker_files')
  await expect.poll(() => runs.execute()).toEqual([])
  redmine.answer = () => Promise.resolve(end()).then(() => ({ status: 200, body: BYTES }))
  await fetchAll()
  expect(requested()).toHaveLength(1)
})
