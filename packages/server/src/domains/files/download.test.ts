import { afterAll, beforeAll, expect, test } from 'vitest'
import { files, publications } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makePublication } from '../../testing/making/make-publication.ts'
import { makePeople, makePerson, makeRelease, makeRequest } from '../../testing/making/make.ts'
import { tokenOf, upload } from '../../testing/upload.ts'

let product: TestApp
let people: Awaited<ReturnType<typeof makePeople>>
let manager: Api
let client1: Api
let client2: Api
beforeAll(async () => {
  product = await testApp()
  people = await makePeople(product.deps.db)
  manager = await product.as('manager')
  client1 = await product.as('client1')
  client2 = await product.as('client2')
})
afterAll(() => product.close())

const NAME = 'Обновление (5.8), «Полюс» & "К°".zip'

async function fileOf(login: string, bytes = '0123456789'): Promise<number> {
  const { body } = await upload(product, await tokenOf(product, login), [{ name: NAME, bytes }])
  return body.files[0]?.id ?? 0
}

/** A file in a publication of a visible release for company 1. */
async function published(overrides: { visible?: boolean; listedThen?: boolean; listedNow?: boolean } = {}) {
  const { db } = product.deps
  const { visible = true, listedThen = false, listedNow = false } = overrides
  const { manager: author_id, company1, company2 } = people
  const companies = [company1, company2]
  const release_id = await makeRelease(db, { author_id, is_visible_for_client: visible }, { companies })
  const file = await fileOf('manager')
  const item = { release_id, files: [file], customers: [company1], notPublishingList: listedThen ? [company1] : [] }
  await makePublication(db, { author_id }, [item])
  if (listedNow) {
    const at = '2026-03-03T09:00:00.000Z'
    await db
      .insertInto('not_publishing_list')
      .values({ release_id, idcomp: company1, user_id: author_id, at })
      .execute()
  }
  return { file, release_id }
}

const statusFor = async (api: Api, id: number) => (await api(files.getFile, { params: { id } })).status

test('staff download every file', async () => {
  expect(await statusFor(manager, await fileOf('client1'))).toBe(200)
  expect(await statusFor(manager, 999_999)).toBe(404)
})

test('a client downloads what was published for their own company', async () => {
  const { file } = await published()
  expect(await statusFor(client1, file)).toBe(200)
  expect(await statusFor(client2, file)).toBe(404)
})

test.each([
  ['the release is hidden', { visible: false }],
  ['the company was on the list at publishing', { listedThen: true }],
  ['the company is on the list now', { listedNow: true }],
])('a client does not see the file when %s', async (_when, input) => {
  const { file } = await published(input)
  expect(await statusFor(client1, file)).toBe(404)
  expect((await client1(files.linkFile, { params: { id: file } })).status).toBe(404)
})

test("a client downloads own uploads and files of the own company's requests, but of no other's", async () => {
  const { db } = product.deps
  const { company1: idcomp, module: idmod, client1: author_id } = people
  const own = await fileOf('client2')
  expect([await statusFor(client2, own), await statusFor(client1, own)]).toEqual([200, 404])
  const attached = await fileOf('manager')
  const request_id = await makeRequest(db, { idcomp, idmod, author_id })
  await db.insertInto('request_files').values({ request_id, file_id: attached }).execute()
  expect([await statusFor(client1, attached), await statusFor(client2, attached)]).toEqual([200, 404])
})

test('a person who moves leaves behind what they uploaded to the former company', async () => {
  const { db } = product.deps
  const { company1, company2, module: idmod, client1: author_id } = people
  const [attached, unused] = [await fileOf('client1'), await fileOf('client1')]
  const request_id = await makeRequest(db, { idcomp: company1, idmod, author_id })
  await db.insertInto('request_files').values({ request_id, file_id: attached }).execute()
  const moveTo = (idcomp: number) => db.updateTable('users').set({ idcomp }).where('id', '=', author_id).execute()
  const statuses = async () => [await statusFor(client1, attached), await statusFor(client1, unused)]
  expect(await statuses()).toEqual([200, 200])
  await moveTo(company2)
  expect(await statuses()).toEqual([404, 200])
  await moveTo(company1)
})

test('the reply declares its type and forbids browsers to guess one', async () => {
  const id = await fileOf('manager')
  const { headers, raw } = await manager(files.getFile, { params: { id } })
  expect(raw.toString()).toBe('0123456789')
  expect(headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-length': '10',
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  const [, coded = ''] =
    /^attachment; filename\*=UTF-8''([\w%.~!-]+)$/.exec(String(headers['content-disposition'])) ?? []
  expect(decodeURIComponent(coded)).toBe(NAME)
})

test('serves parts', async () => {
  const id = await fileOf('manager')
  const part = (range: string, condition?: string) =>
    manager(files.getFile, {
      params: { id },
      headers: { range, ...(condition ? { 'if-range': condition } : {}) },
    })
  const middle = await part('bytes=2-4')
  expect([middle.status, middle.raw.toString()]).toEqual([206, '234'])
  expect(middle.headers).toMatchObject({ 'content-range': 'bytes 2-4/10', 'content-length': '3' })
  expect((await part('bytes=-3')).raw.toString()).toBe('789')
  const beyond = await part('bytes=10-')
  expect([beyond.status, beyond.headers['content-range']]).toEqual([416, 'bytes */10'])
  const etag = String(middle.headers['etag'])
  expect((await part('bytes=5-', etag)).status).toBe(206)
  expect((await part('bytes=5-', '"another"')).status).toBe(200)
})

test('an empty file is served whole', async () => {
  const id = await fileOf('manager', '')
  const { status, raw } = await manager(files.getFile, { params: { id } })
  expect([status, raw.length]).toEqual([200, 0])
})

test('staff see who has downloaded which files of a publication, and whether completely', async () => {
  const { file, release_id } = await published()
  const { publication_id } = await product.deps.db
    .selectFrom('publication_releases')
    .select('publication_id')
    .where('release_id', '=', release_id)
    .executeTakeFirstOrThrow()
  const report = async () =>
    (await manager(publications.getDownloads, { params: { id: publication_id } })).body.downloads
  expect(await report()).toEqual([])
  const part = (range: string) => client1(files.getFile, { params: { id: file }, headers: { range } })
  await part('bytes=0-3')
  expect(await report()).toMatchObject([{ times: 1, isWhole: false, company: { idcomp: people.company1 } }])
  // The same beginning once more is not the rest, however many bytes it is.
  await part('bytes=0-8')
  await part('bytes=0-8')
  expect(await report()).toMatchObject([{ times: 3, isWhole: false }])
  const before = product.clock.now()
  product.clock.set(new Date(before.getTime() + 60_000).toISOString())
  await part('bytes=4-')
  await manager(files.getFile, { params: { id: file } })
  expect(await report()).toMatchObject([
    { user: { id: people.manager }, company: null, times: 1, isWhole: true },
    {
      file: { id: file, file_name: NAME },
      user: { id: people.client1 },
      times: 4,
      isWhole: true,
      first_at: before.toISOString(),
      last_at: product.clock.now().toISOString(),
    },
  ])
  const events = await product.deps.db
    .selectFrom('events')
    .select(['kind', 'companies', 'user_id'])
    .where('entity', '=', 'publication')
    .where('entity_id', '=', publication_id)
    .orderBy('id')
    .execute()
  expect(events.slice(-3)).toEqual(
    [people.client1, people.client1, people.manager].map((user_id) => ({ kind: 'changed', companies: [], user_id })),
  )
  expect((await client1(publications.getDownloads, { params: { id: publication_id } })).status).toBe(403)
  expect((await manager(publications.getDownloads, { params: { id: 999_999 } })).status).toBe(404)
})

test('every download is logged', async () => {
  const id = await fileOf('manager')
  await manager(files.getFile, { params: { id } })
  await client1(files.getFile, { params: { id } })
  await manager(files.getFile, { params: { id }, headers: { range: 'bytes=0-1' } })
  const rows = await product.deps.db.selectFrom('file_downloads').selectAll().where('file_id', '=', id).execute()
  expect(rows.map(({ user_id }) => user_id)).toEqual([people.manager, people.manager])
})

const saved = (url: string) => product.app.inject({ url })

test('a link serves one file to one person for a minute', async () => {
  const { file } = await published()
  const { body } = await client1(files.linkFile, { params: { id: file } })
  const first = await saved(body.url)
  expect([first.statusCode, first.body]).toEqual([200, '0123456789'])
  const other = await fileOf('manager')
  expect((await saved(body.url.replace(`/${file}/`, `/${other}/`))).statusCode).toBe(404)
  expect((await saved(`${body.url}x`)).statusCode).toBe(404)
  const start = product.clock.now().getTime()
  product.clock.set(new Date(start + 59_000).toISOString())
  expect((await saved(body.url)).statusCode).toBe(200)
  product.clock.set(new Date(start + 60_000).toISOString())
  const late = await saved(body.url)
  expect([late.statusCode, late.json().message]).toEqual([
    404,
    'Ссылка устарела. Вернитесь на страницу и скачайте файл ещё раз',
  ])
  const rows = await product.deps.db.selectFrom('file_downloads').selectAll().where('file_id', '=', file).execute()
  expect(rows.map(({ user_id }) => user_id)).toEqual([people.client1, people.client1])
})

test('a link of a person who may no longer have the file serves nothing', async () => {
  const { db } = product.deps
  const person = await makePerson(db, 'leaving', { idcomp: people.company1 })
  const leaving = await product.as('leaving')
  const { file, release_id } = await published()
  const { body } = await leaving(files.linkFile, { params: { id: file } })
  await db.updateTable('releases').set({ is_visible_for_client: false }).where('id', '=', release_id).execute()
  expect((await saved(body.url)).statusCode).toBe(404)
  await db.updateTable('releases').set({ is_visible_for_client: true }).where('id', '=', release_id).execute()
  expect((await saved(body.url)).statusCode).toBe(200)
  await db.updateTable('users').set({ is_blocked: true }).where('id', '=', person).execute()
  expect((await saved(body.url)).statusCode).toBe(404)
})
