import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { files, releases } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makePeople, makeRelease } from '../../testing/making/make.ts'
import { tokenOf, upload } from '../../testing/upload.ts'

let product: TestApp
let people: Awaited<ReturnType<typeof makePeople>>
let manager: Api
let client1: Api
let tokens: { manager: string; client1: string }
let id: number

beforeAll(async () => {
  product = await testApp()
  people = await makePeople(product.deps.db)
  tokens = { manager: await tokenOf(product, 'manager'), client1: await tokenOf(product, 'client1') }
  manager = product.withToken(tokens.manager)
  client1 = product.withToken(tokens.client1)
})
afterAll(() => product.close())
beforeEach(async () => {
  id = await makeRelease(product.deps.db, { author_id: people.manager }, { companies: [people.company1] })
})

const uploaded = async (...names: string[]) => {
  const sent = names.map((name) => ({ name, bytes: name }))
  return (await upload(product, tokens.manager, sent)).body.files.map((file) => file.id)
}
const add = (ids: number[], api = manager) => api(releases.addFiles, { params: { id }, body: { files: ids } })
const remove = (file: number, api = manager) => api(releases.removeFile, { params: { id, file } })
const detail = async (api = manager) => (await api(releases.get, { params: { id } })).body
const changes = async () => (await manager(releases.getHistory, { params: { id } })).body.changes

test('files are attached to a release and detached, and its history records it', async () => {
  const ids = await uploaded('инструкция.docx', 'схема.png')
  const { status, body } = await add([...ids, ...ids])
  expect([status, body.own_files, body.files.map(({ file_name }) => file_name)]).toEqual([
    200,
    ids,
    ['инструкция.docx', 'схема.png'],
  ])
  expect(await detail()).toMatchObject({ own_files: ids, version: body.version, abilities: { files: true } })
  expect((await remove(ids[0] ?? 0)).body.version).toBe(body.version + 1)
  expect((await detail()).files.map((file) => file.id)).toEqual(ids.slice(1))
  expect((await changes()).map(({ title, before, after }) => [title, before, after])).toEqual([
    ['Файлы', ['инструкция.docx', 'схема.png'], ['схема.png']],
    ['Файлы', [], ['инструкция.docx', 'схема.png']],
  ])
  // Nothing else uses it now: it can be attached again, or deleted.
  expect((await add(ids.slice(0, 1))).status).toBe(200)
})

test('all or none: one that is missing, in use or a client’s refuses them all', async () => {
  const [free = 0, taken = 0] = await uploaded('свободный.txt', 'занятый.txt')
  const foreign = (await upload(product, tokens.client1, [{ name: 'чужой.txt', bytes: 'x' }])).body.files[0]?.id ?? 0
  expect((await add([taken])).status).toBe(200)
  for (const wrong of [taken, foreign, 999_999]) {
    const { status, body } = await add([free, wrong])
    expect([status, body]).toMatchObject([422, { errors: { files: [expect.stringMatching(/^Файл не найден/)] } }])
  }
  expect((await detail()).own_files).toEqual([taken])
})

test('a file attached twice at once goes to one release', async () => {
  const [file = 0] = await uploaded('один.txt')
  const other = await makeRelease(product.deps.db, { author_id: people.manager })
  const at = (release: number) => manager(releases.addFiles, { params: { id: release }, body: { files: [file] } })
  const statuses = (await Promise.all([at(id), at(other)])).map(({ status }) => status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 422])
})

test('they are internal: a client neither sees nor touches them', async () => {
  const [file = 0] = await uploaded('внутренний.txt')
  await add([file])
  expect(await detail(client1)).toMatchObject({ files: [], own_files: [] })
  expect((await client1(files.getFile, { params: { id: file } })).status).toBe(404)
  expect([(await add([file], client1)).status, (await remove(file, client1)).status]).toEqual([403, 403])
})

test('a file that is not the release’s own cannot be detached', async () => {
  expect((await remove(999_999)).status).toBe(404)
  expect((await manager(releases.removeFile, { params: { id: 999_999, file: 1 } })).status).toBe(404)
})
