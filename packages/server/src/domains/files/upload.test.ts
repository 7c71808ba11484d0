import { createHash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { files } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makePeople, makeRequest } from '../../testing/making/make.ts'
import { formOf, post, tokenOf, upload } from '../../testing/upload.ts'

const MiB = 1024 * 1024
const LIMIT_MB = 21

let product: TestApp
let people: Awaited<ReturnType<typeof makePeople>>
let token: string
let manager: Api
beforeAll(async () => {
  product = await testApp({ UPLOAD_LIMIT_MB: String(LIMIT_MB) })
  people = await makePeople(product.deps.db)
  token = await tokenOf(product, 'manager')
  manager = product.withToken(token)
})
afterAll(() => product.close())

/** Everything in the store, unfinished files too. */
const onDisk = async () => {
  const found = await readdir(join(product.dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(() => [])
  return found.filter((entry) => entry.isFile()).map(({ name }) => name)
}
const rows = () => product.deps.db.selectFrom('files').select('id').execute()
/** Uploads that have not become files; one that was broken off loses its bytes first, then its row. */
const begun = () => product.deps.db.selectFrom('uploads').select('storage_key').where('file_id', 'is', null).execute()

/** The number of files on disk and rows that a call has left behind; it should leave none. */
async function leftBy(act: () => Promise<unknown>) {
  const before = { disk: await onDisk(), rows: await rows() }
  await act()
  return { disk: (await onDisk()).length - before.disk.length, rows: (await rows()).length - before.rows.length }
}

test('stores files with their versions, sizes and hashes, in order', async () => {
  const large = randomBytes(20 * MiB)
  const { status, body } = await upload(product, token, [
    { name: 'Обновление "5.8".zip', bytes: large, version: '5.8.2' },
    { name: '../../пустой.txt', bytes: '', version: '' },
    { name: `${'Ы'.repeat(300)}.txt`, bytes: 'текст' },
  ])
  expect(status).toBe(200)
  expect(body.message).toBe('Success')
  const sha256 = createHash('sha256').update(large).digest('hex')
  expect(body.files.map(({ file_name, version, size }) => ({ file_name, version, size }))).toEqual([
    { file_name: 'Обновление "5.8".zip', version: '5.8.2', size: large.length },
    { file_name: 'пустой.txt', version: '', size: 0 },
    { file_name: `${'Ы'.repeat(251)}.txt`, version: '', size: Buffer.byteLength('текст') },
  ])
  expect(body.files[0]?.sha256).toBe(sha256)
  const first = body.files[0]
  const got = await manager(files.getFile, { params: { id: first?.id ?? 0 } })
  expect(createHash('sha256').update(got.raw).digest('hex')).toBe(sha256)
})

test.each(['version', 'version[]'])('pairs the nth «%s» with the nth file when the fields come first', async (name) => {
  const form = new FormData()
  form.append(name, '1.0')
  form.append(name, '2.0')
  form.append('files', new Blob(['a']), 'a.txt')
  form.append('files', new Blob(['b']), 'b.txt')
  const encoded = new Response(form)
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
  const { body } = await post(product, token, { payload: Buffer.from(await encoded.arrayBuffer()), headers })
  expect(body.files.map(({ file_name, version }) => [file_name, version])).toEqual([
    ['a.txt', '1.0'],
    ['b.txt', '2.0'],
  ])
})

test('refuses a version that is too long instead of cutting it', async () => {
  const left = await leftBy(async () => {
    const { status, body } = await upload(product, token, [
      { name: 'one.zip', bytes: 'один', version: '5.8' },
      { name: 'two.zip', bytes: 'два', version: `5.8-${'сборка'.repeat(20)}-17` },
    ])
    expect([status, body]).toMatchObject([422, { errors: { version: ['Версия файла не длиннее 100 символов'] } }])
    const { app } = product
    const metadata = `filename ${btoa('one.zip')},version ${btoa('1'.repeat(101))}`
    const headers = { authorization: `Bearer ${token}`, 'upload-length': '3', 'upload-metadata': metadata }
    const reply = await app.inject({ method: 'POST', url: '/api/files/resumable', headers })
    expect([reply.statusCode, reply.json()]).toMatchObject([422, { message: 'Версия файла не длиннее 100 символов' }])
  })
  expect(left).toEqual({ disk: 0, rows: 0 })
})

test('refuses a file over the limit and keeps nothing of the call', async () => {
  const left = await leftBy(async () => {
    const { status } = await upload(product, token, [
      { name: 'small.txt', bytes: 'мал' },
      { name: 'big.bin', bytes: Buffer.alloc(LIMIT_MB * MiB + 1) },
      { name: 'after.txt', bytes: 'после' },
    ])
    expect(status).toBe(413)
  })
  expect(left).toEqual({ disk: 0, rows: 0 })
})

test('accepts a file of exactly the limit', async () => {
  const { status } = await upload(product, token, [{ name: 'edge.bin', bytes: Buffer.alloc(LIMIT_MB * MiB) }])
  expect(status).toBe(200)
})

const boundary = { 'content-type': 'multipart/form-data; boundary=x' }
const part = '--x\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\nabc'
test.each([
  ['JSON', '{}', { 'content-type': 'application/json' }, 400],
  ['plain text', 'abc', { 'content-type': 'text/plain' }, 400],
  ['no boundary', part, { 'content-type': 'multipart/form-data' }, 400],
  ['a body cut short', part, boundary, 400],
  ['a body cut in a header', '--x\r\nContent-Dispo', boundary, 400],
  ['a body that is not multipart', 'abc', boundary, 400],
  [
    'a field called __proto__',
    '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n',
    boundary,
    400,
  ],
  ['no file', '--x\r\nContent-Disposition: form-data; name="version"\r\n\r\n1\r\n--x--\r\n', boundary, 422],
  [
    'no file chosen',
    '--x\r\nContent-Disposition: form-data; name="f"; filename=""\r\n\r\n\r\n--x--\r\n',
    boundary,
    422,
  ],
])('refuses %s and keeps nothing', async (_what, payload, headers, expected) => {
  const left = await leftBy(async () => {
    const { status, body } = await post(product, token, { payload, headers })
    expect(status).toBe(expected)
    expect(body.message).toMatch(/[а-я]/)
  })
  expect(left).toEqual({ disk: 0, rows: 0 })
})

test('a broken connection leaves nothing behind', async () => {
  await product.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = product.app.server.address() as AddressInfo
  const left = await leftBy(async () => {
    const socket = connect(port, '127.0.0.1')
    const head = `POST /api/files/uploads HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n`
    socket.write(`${head}Content-Type: ${boundary['content-type']}\r\nContent-Length: 9000000\r\n\r\n${part}`)
    socket.write(Buffer.alloc(MiB))
    await expect.poll(onDisk).toContainEqual(expect.stringMatching(/\.part$/))
    expect(await begun()).toHaveLength(1)
    socket.destroy()
    await expect.poll(begun).toEqual([])
  })
  expect(left).toEqual({ disk: 0, rows: 0 })
})

test('a repeated key uploads once', async () => {
  const form = await formOf([{ name: 'once.txt', bytes: 'раз' }])
  const headers = { ...form.headers, 'idempotency-key': 'upload-once' }
  const left = await leftBy(async () => {
    const replies = await Promise.all([1, 2, 3].map(() => post(product, token, { ...form, headers })))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(replies.map(({ body }) => body.files[0]?.id)).size).toBe(1)
  })
  expect(left).toEqual({ disk: 1, rows: 1 })
})

test('deletes own unused files with their bytes', async () => {
  const { body } = await upload(product, token, [
    { name: 'лишний.txt', bytes: '1' },
    { name: 'лишний.txt', bytes: '2' },
  ])
  const [first, second] = body.files.map(({ id }) => id)
  const disk = (await onDisk()).length
  const filenames = ['лишний.txt']
  expect((await manager(files.deleteFiles, { body: { filenames, ids: [first ?? 0] } })).status).toBe(200)
  expect((await manager(files.getFile, { params: { id: first ?? 0 } })).status).toBe(404)
  expect((await manager(files.getFile, { params: { id: second ?? 0 } })).status).toBe(200)
  expect((await manager(files.deleteFiles, { body: { filenames } })).status).toBe(200)
  expect((await onDisk()).length).toBe(disk - 2)
  expect((await manager(files.deleteFiles, { body: { filenames } })).status).toBe(422)
})

test("deletes neither another person's file nor a used one, and then none of them", async () => {
  const { db } = product.deps
  const theirs = await upload(product, await tokenOf(product, 'admin'), [{ name: 'чужой.txt', bytes: '1' }])
  const own = await upload(product, token, [
    { name: 'занят.txt', bytes: '1' },
    { name: 'свободен.txt', bytes: '1' },
  ])
  const { company1: idcomp, module: idmod, client1: author_id } = people
  const request_id = await makeRequest(db, { idcomp, idmod, author_id })
  await db
    .insertInto('request_files')
    .values({ request_id, file_id: own.body.files[0]?.id ?? 0 })
    .execute()
  for (const name of ['чужой.txt', 'занят.txt', 'нет такого']) {
    const { status, refusal } = await manager(files.deleteFiles, { body: { filenames: ['свободен.txt', name] } })
    expect([status, refusal.errors]).toEqual([422, { filenames: [name] }])
  }
  const ids = [theirs, own].flatMap(({ body }) => body.files.map(({ id }) => id))
  for (const id of ids) expect((await manager(files.getFile, { params: { id } })).status).toBe(200)
})
