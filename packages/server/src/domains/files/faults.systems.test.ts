import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { files } from '@vypusk/contract'
import { testApp, type TestApp } from '../../testing/app.ts'
import { PIECE_BYTES } from '../../platform/external/file-store/pieces.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { openDatabaseProxy, type DatabaseProxy } from '../../testing/servers/database-proxy.ts'
import { makePeople } from '../../testing/making/make.ts'
import { append, begin, finish, listening, offsetOf, tusCall, type Line } from '../../testing/tus.ts'
import { tokenOf, upload } from '../../testing/upload.ts'
import { damagedFiles } from './commands/rereading.ts'
import { sweepFiles } from './commands/sweeping.ts'

/** Every change of this product reaches PostgreSQL through a connection that can break. */
let product: TestApp
let proxy: DatabaseProxy
let line: Line
beforeAll(async () => {
  const database = await createTestDatabase()
  proxy = await openDatabaseProxy(database.config)
  product = await testApp({ LOG_LEVEL: 'silent' }, { database: { ...database, config: proxy.config } })
  // Keeps the faults produced here out of the log.
  product.deps.log.level = 'silent'
  await makePeople(product.deps.db)
  line = await listening(product, await tokenOf(product, 'manager'))
})
afterAll(async () => {
  await product.close()
  await proxy.close()
})

const rowsOf = (file_name: string) =>
  product.deps.db.selectFrom('files').select(['id', 'storage_key']).where('file_name', '=', file_name).execute()
const fetched = async (id: number) =>
  (await product.withToken(line.token)(files.getFile, { params: { id } })).raw.toString()

test('a file stays when the answer to the COMMIT that created it is lost', async () => {
  const before = proxy.dropped()
  proxy.dropReplyToCommit('insert into "files"')
  const { status } = await upload(product, line.token, [{ name: 'принят.txt', bytes: 'принят' }])
  expect([status >= 500, proxy.dropped()]).toEqual([true, before + 1])
  const [row] = await rowsOf('принят.txt')
  expect(await fetched(row?.id ?? 0)).toBe('принят')
})

test('an upload that became a file while its answer was lost is answered with that file', async () => {
  const path = await begin(line, 3, 'по частям.txt')
  await append(line, path, 0, Buffer.from('abc'))
  proxy.dropReplyToCommit('insert into "files"')
  expect((await finish(line, path)).status).toBeGreaterThanOrEqual(500)
  const { status, file } = await finish(line, path)
  expect([status, await fetched(file.id), (await rowsOf('по частям.txt')).length]).toEqual([200, 'abc', 1])
})

/** Three different pieces, the last one smaller. */
const PIECES = [1, 2, 3].map((byte) => Buffer.alloc(byte < 3 ? PIECE_BYTES : 1000, byte))

test.each([0, 1, 2])(
  'a piece is stored once, at its place, when the answer to the COMMIT that noted it is lost: piece %i',
  async (lost) => {
    const whole = Buffer.concat(PIECES)
    const path = await begin(line, whole.length, `кусок ${lost}.bin`)
    const before = lost * PIECE_BYTES
    if (lost > 0) await append(line, path, 0, whole.subarray(0, before))
    proxy.dropReplyToCommit('"digests" =')
    const broken = await append(line, path, before, whole.subarray(before))
    expect(broken.status).toBeGreaterThanOrEqual(500)
    const arrived = await offsetOf(line, path)
    expect(arrived).toBe(Math.min(before + PIECE_BYTES, whole.length))
    if (arrived < whole.length) await append(line, path, arrived, whole.subarray(arrived))
    const { status, file } = await finish(line, path)
    const stored = await product.withToken(line.token)(files.getFile, { params: { id: file.id } })
    expect([status, stored.raw.equals(whole)]).toEqual([200, true])
  },
)

test('a cancelled upload whose answer was lost is deleted by the next sweeping', async () => {
  const path = await begin(line, 9)
  await append(line, path, 0, Buffer.from('abc'))
  proxy.dropReplyToCommit('given_up_at')
  expect((await tusCall(line, 'DELETE', path)).status).toBeGreaterThanOrEqual(500)
  expect((await tusCall(line, 'HEAD', path)).status).toBe(404)
  product.clock.set(new Date(product.clock.now().getTime() + 1000).toISOString())
  await sweepFiles(product.deps)
  const key = path.split('/').at(-1) ?? ''
  const left = await product.deps.db
    .selectFrom('uploads')
    .select('storage_key')
    .where('storage_key', '=', key)
    .execute()
  expect(left).toEqual([])
})

test('stored files that are missing, changed or have a piece twice are found', async () => {
  const { db, store } = product.deps
  const put = async (name: string, whole: Buffer<ArrayBuffer>) => {
    const path = await begin(line, whole.length, name)
    await append(line, path, 0, whole)
    const { file } = await finish(line, path)
    return { id: file.id, key: (await rowsOf(name))[0]?.storage_key ?? '' }
  }
  const [one = Buffer.alloc(0), , rest = one] = PIECES
  const twice = await put('дважды.bin', Buffer.concat([one, one, rest]))
  const missing = await put('пропал.txt', Buffer.from('пропал'))
  const changed = await put('другой.txt', Buffer.from('другой'))
  await store.delete(missing.key)
  await store.put(changed.key, Readable.from([Buffer.from('не тот')]))
  const found: [number, string][] = []
  for await (const { id, fault } of damagedFiles({ db, store })) found.push([id, fault])
  expect(found).toEqual([
    [twice.id, 'часть 2 по 8 МБ повторяет предыдущую: сверьте файл с исходным'],
    [missing.id, 'байтов в хранилище нет'],
    [changed.id, 'в хранилище не те байты, которые были приняты'],
  ])
})

test('stored bytes are readable for the product’s own user only', async () => {
  await upload(product, line.token, [{ name: 'тайна.txt', bytes: 'тайна' }])
  const [row] = await rowsOf('тайна.txt')
  const key = row?.storage_key ?? ''
  const folder = join(product.dataDir, 'files', key.slice(0, 2))
  const modes = await Promise.all([join(folder, '..'), folder, join(folder, key)].map((path) => stat(path)))
  expect(modes.map(({ mode }) => (mode & 0o777).toString(8))).toEqual(['700', '700', '600'])
})
