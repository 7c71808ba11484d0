import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { files } from '@vypusk/contract'
import { PIECE_BYTES } from '../../platform/external/file-store/pieces.ts'
import { testApp, type TestApp } from '../../testing/app.ts'
import { makePeople } from '../../testing/making/make.ts'
import { startS3 } from '../../testing/servers/s3.ts'
import {
  append,
  begin,
  finish,
  hanging,
  listening,
  offsetOf,
  PATCH_TYPE,
  sendByClient,
  tusCall,
  type Line,
} from '../../testing/tus.ts'
import { tokenOf } from '../../testing/upload.ts'
import { sweepFiles } from './commands/sweeping.ts'
import { PATIENT } from '../../testing/patience.ts'

const LIMIT_MB = 21
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe.each(['folder', 'S3'])('resumable uploads into %s', (kind) => {
  let product: TestApp
  let s3: Awaited<ReturnType<typeof startS3>> | undefined
  let line: Line
  let stranger: Line
  beforeAll(async () => {
    s3 = kind === 'S3' ? await startS3() : undefined
    product = await testApp({ UPLOAD_LIMIT_MB: String(LIMIT_MB), ...(s3 ? { S3_URL: s3.url } : {}) })
    await makePeople(product.deps.db)
    line = await listening(product, await tokenOf(product, 'manager'))
    stranger = { ...line, token: await tokenOf(product, 'client1') }
  })
  afterAll(async () => {
    await product.close()
    await s3?.close()
  })

  const fetched = async (id: number) =>
    sha256((await product.withToken(line.token)(files.getFile, { params: { id } })).raw)
  /** Keeps the faults produced in a test out of the log. */
  async function quietly<Result>(run: () => Promise<Result>): Promise<Result> {
    const { log } = product.deps
    const { level } = log
    log.level = 'silent'
    return run().finally(() => (log.level = level))
  }
  const keyOf = (path: string) => path.split('/').at(-1) ?? ''

  test('a file arrives whole, with its name, version and hash', async () => {
    const bytes = randomBytes(2 * PIECE_BYTES + 12_345)
    const path = await sendByClient(line, bytes, {
      metadata: { filename: '../Обновление "5.8".zip', version: ' 5.8.2 ' },
    })
    const { status, file } = await finish(line, path)
    expect(status).toBe(200)
    expect(file).toMatchObject({ file_name: 'Обновление "5.8".zip', version: '5.8.2', size: bytes.length })
    expect(file.sha256).toBe(sha256(bytes))
    expect(await fetched(file.id)).toBe(sha256(bytes))
  })

  test('an empty file is a file', async () => {
    const { file } = await finish(line, await begin(line, 0))
    expect(file).toMatchObject({ size: 0, sha256: sha256(Buffer.alloc(0)) })
    expect(await fetched(file.id)).toBe(sha256(Buffer.alloc(0)))
  })

  test('what arrived before the connection broke is kept to the byte, and the rest follows', async () => {
    const bytes = randomBytes(PIECE_BYTES + 300_000)
    const path = await begin(line, bytes.length)
    const first = hanging(line, path, 0, bytes.subarray(0, PIECE_BYTES + 1000))
    // The piece is stored while the connection still hangs, and the rest of the bytes when it is dead.
    await vi.waitUntil(async () => (await offsetOf(line, path)) === PIECE_BYTES, PATIENT)
    first.destroy()
    await vi.waitUntil(async () => (await offsetOf(line, path)) === PIECE_BYTES + 1000, PATIENT)
    await sendByClient(line, bytes, { uploadUrl: `${line.url}${path}` })
    const { file } = await finish(line, path)
    expect(file.sha256).toBe(sha256(bytes))
    expect(await fetched(file.id)).toBe(sha256(bytes))
  })

  test('bytes that are not stored as they were sent are no file, and are sent again from the beginning', async () => {
    const bytes = randomBytes(100_000)
    const path = await begin(line, bytes.length)
    const damaged = vi.spyOn(product.deps.store, 'putPiece').mockImplementationOnce((piece) => {
      damaged.mockRestore()
      return product.deps.store.putPiece({ ...piece, bytes: randomBytes(piece.bytes.length) })
    })
    expect((await append(line, path, 0, bytes)).status).toBe(204)
    const refused = await quietly(() => finish(line, path))
    expect([refused.status, refused.message]).toEqual([
      507,
      'Файл записался на сервере с ошибкой. Отправьте его ещё раз; если повторится, сообщите администратору',
    ])
    expect(await offsetOf(line, path)).toBe(0)
    await sendByClient(line, bytes, { uploadUrl: `${line.url}${path}` })
    const { file } = await finish(line, path)
    expect([file.sha256, await fetched(file.id)]).toEqual([sha256(bytes), sha256(bytes)])
  })

  test('bytes that arrived and could not be stored are sent again: the hash is of what is stored', async () => {
    const bytes = randomBytes(50_000)
    const path = await begin(line, bytes.length)
    expect((await append(line, path, 0, bytes.subarray(0, 20_000))).status).toBe(204)
    const failing = vi.spyOn(product.deps.store, 'putPiece').mockRejectedValue(new Error('away'))
    await quietly(() => append(line, path, 20_000, bytes.subarray(20_000)))
    expect([failing.mock.calls.length, await offsetOf(line, path)]).toEqual([2, 20_000])
    failing.mockRestore()
    expect((await append(line, path, 20_000, bytes.subarray(20_000))).status).toBe(204)
    const { file } = await finish(line, path)
    expect([file.sha256, await fetched(file.id)]).toEqual([sha256(bytes), sha256(bytes)])
  })

  test('a new connection takes over from one that hangs, which may write no more', async () => {
    const bytes = randomBytes(PIECE_BYTES + 10)
    const path = await begin(line, bytes.length)
    const old = hanging(line, path, 0, randomBytes(1000))
    const refused = new Promise<number | undefined>(
      (resolve) => void old.on('response', ({ statusCode }) => resolve(statusCode)),
    )
    await vi.waitUntil(async () => {
      const row = await product.deps.db
        .selectFrom('uploads')
        .select('writer')
        .where('storage_key', '=', keyOf(path))
        .executeTakeFirst()
      return row?.writer
    })
    expect((await append(line, path, 0, bytes)).status).toBe(204)
    old.end(randomBytes(10))
    expect(await refused).toBe(409)
    expect((await finish(line, path)).file.sha256).toBe(sha256(bytes))
  })

  test('an upload finished twice at once is one file', async () => {
    const path = await begin(line, 3)
    await append(line, path, 0, Buffer.from('abc'))
    const joining = vi.spyOn(product.deps.store, 'join')
    const both = await Promise.all([finish(line, path), finish(line, path)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(joining).toHaveBeenCalledTimes(1)
    joining.mockRestore()
    expect(new Set(both.map(({ file }) => file.id)).size).toBe(1)
    expect((await append(line, path, 3, Buffer.from('d'))).status).toBe(404)
  })

  test('an upload cancelled while it is joined leaves nothing behind', async () => {
    const path = await begin(line, 3)
    await append(line, path, 0, Buffer.from('abc'))
    const { store } = product.deps
    const joined = store.join.bind(store)
    const [begun, cancelled] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const joining = vi.spyOn(store, 'join').mockImplementationOnce(async (...upload) => {
      begun.resolve()
      await cancelled.promise
      return joined(...upload)
    })
    const finishing = finish(line, path)
    await begun.promise
    expect((await tusCall(line, 'DELETE', path)).status).toBe(204)
    cancelled.resolve()
    expect((await finishing).status).toBe(404)
    joining.mockRestore()
    product.clock.set(new Date(product.clock.now().getTime() + 1000).toISOString())
    await sweepFiles(product.deps)
    expect(await store.stat(keyOf(path))).toBeUndefined()
  })

  test('a cancelled upload is gone', async () => {
    const path = await begin(line, 100)
    await append(line, path, 0, randomBytes(50))
    expect((await tusCall(line, 'DELETE', path)).status).toBe(204)
    expect((await tusCall(line, 'HEAD', path)).status).toBe(404)
    expect((await tusCall(line, 'DELETE', path)).status).toBe(404)
  })

  test.each([
    ['HEAD', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/file'],
  ])("another person's upload is not found: %s", async (method, rest) => {
    const path = await begin(line, 3)
    const headers = method === 'PATCH' ? { ...PATCH_TYPE, 'upload-offset': '0' } : {}
    const body = method === 'PATCH' ? Buffer.from('abc') : undefined
    const ask = (by: Line) => tusCall(by, method, `${path}${rest}`, { headers, ...(body ? { body } : {}) })
    expect((await ask(stranger)).status).toBe(404)
    expect((await ask({ ...line, token: 'nobody' })).status).toBe(401)
    expect(await offsetOf(line, path)).toBe(0)
  })

  test('an upload that is too large or has no size is refused before it is sent', async () => {
    const large = await tusCall(line, 'POST', '/api/files/resumable', {
      headers: { 'upload-length': String(LIMIT_MB * 1024 * 1024 + 1) },
    })
    expect([large.status, await large.json()]).toEqual([413, { message: 'Файл больше допустимых 21 МБ' }])
    expect((await tusCall(line, 'POST', '/api/files/resumable')).status).toBe(422)
  })

  test('no more bytes are taken than were announced, and none for another offset', async () => {
    const path = await begin(line, 10)
    expect((await append(line, path, 0, randomBytes(11))).status).toBe(413)
    expect((await append(line, path, 5, randomBytes(5))).status).toBe(409)
    const wrongType = await tusCall(line, 'PATCH', path, { headers: { 'upload-offset': '0' }, body: '0123456789' })
    expect(wrongType.status).toBe(400)
    expect((await finish(line, path)).status).toBe(422)
    expect((await append(line, path, 0, randomBytes(10))).status).toBe(204)
    expect((await finish(line, path)).status).toBe(200)
  })
})

describe('a full disk', () => {
  let product: TestApp
  let line: Line
  beforeAll(async () => {
    product = await testApp()
    await makePeople(product.deps.db)
    line = await listening(product, await tokenOf(product, 'manager'))
  })
  afterAll(() => product.close())

  test('is reported, and what has arrived is kept until there is room', async () => {
    const bytes = randomBytes(PIECE_BYTES + 100)
    const path = await begin(line, bytes.length)
    const key = path.split('/').at(-1) ?? ''
    const half = join(product.dataDir, 'files', key.slice(0, 2), `${key}.part`)
    await mkdir(dirname(half), { recursive: true })
    await symlink('/dev/full', half)
    const full = await append(line, path, 0, bytes)
    expect([full.status, await full.json()]).toEqual([
      507,
      { message: 'На сервере закончилось место для файлов. Сообщите администратору и повторите загрузку позже' },
    ])
    expect(await offsetOf(line, path)).toBe(PIECE_BYTES)
    await rm(half)
    await sendByClient(line, bytes, { uploadUrl: `${line.url}${path}` })
    const { file } = await finish(line, path)
    expect(file.sha256).toBe(sha256(bytes))
    expect(await readdir(dirname(half))).toEqual([key])
  })
})
