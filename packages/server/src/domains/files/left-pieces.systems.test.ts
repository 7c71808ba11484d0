import { createHash, randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { DAY_MS } from '@vypusk/contract'
import { PIECE_BYTES } from '../../platform/external/file-store/pieces.ts'
import { NOBODY } from '../../platform/person.ts'
import { testApp, type TestApp } from '../../testing/app.ts'
import { makePeople } from '../../testing/making/make.ts'
import { PATIENT } from '../../testing/patience.ts'
import { startS3 } from '../../testing/servers/s3.ts'
import { append, begin, finish, hanging, listening, type Line } from '../../testing/tus.ts'
import { tokenOf } from '../../testing/upload.ts'
import { keepBytes } from './commands/fetched.ts'
import { sweepFiles } from './commands/sweeping.ts'

/** Pieces that a storage keeps, and lists nowhere, until somebody names the handle of their upload to it. */

let s3: Awaited<ReturnType<typeof startS3>>
let product: TestApp
let line: Line
beforeAll(async () => {
  s3 = await startS3()
  product = await testApp({ S3_URL: s3.url })
  await makePeople(product.deps.db)
  line = await listening(product, await tokenOf(product, 'manager'))
})
afterEach(() => void vi.restoreAllMocks())
afterAll(async () => {
  await product.close()
  await s3.close()
})

const noted = async () => {
  const rows = await product.deps.db
    .selectFrom('uploads')
    .select(['storage_key', 'handle'])
    .where('file_id', 'is', null)
    .execute()
  return rows[0]
}
const hasHandle = () => vi.waitUntil(async () => ((await noted())?.handle ? await noted() : undefined), PATIENT)

test('the pieces of a file whose process died are discarded with its row', async () => {
  const { deps } = product
  const ends = Promise.withResolvers<never>()
  const bytes = async function* () {
    yield randomBytes(PIECE_BYTES + 1)
    await ends.promise
  }
  const file = { name: 'x.zip', size: null, bytes: async () => bytes() }
  const cut = keepBytes({ deps, person: NOBODY }, file, async () => true).catch((error: unknown) => error)
  const upload = await hasHandle()
  const abandon = vi.spyOn(deps.store, 'abandon')
  product.clock.set(new Date(product.clock.now().getTime() + 8 * DAY_MS).toISOString())
  await sweepFiles(deps)
  expect(abandon.mock.calls).toEqual([[upload?.storage_key, upload?.handle]])
  expect(await noted()).toBeUndefined()
  ends.reject(new Error('cut'))
  expect(await cut).toEqual(new Error('cut'))
})

test('an upload whose process died at the first piece goes on with the pieces begun', async () => {
  const { store } = product.deps
  const handles: string[] = []
  const begun = vi.spyOn(store, 'begin')
  const putPiece = store.putPiece.bind(store)
  vi.spyOn(store, 'putPiece').mockImplementation((piece) => {
    handles.push(piece.handle)
    return handles.length === 1 ? new Promise(() => undefined) : putPiece(piece)
  })
  const bytes = randomBytes(PIECE_BYTES + 1000)
  const path = await begin(line, bytes.length)
  const first = hanging(line, path, 0, bytes.subarray(0, PIECE_BYTES))
  const upload = await hasHandle()
  await vi.waitUntil(() => handles.length === 1, PATIENT)
  first.destroy()
  expect((await append(line, path, 0, bytes)).status).toBe(204)
  const { file } = await finish(line, path)
  expect(file.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  expect(new Set(handles)).toEqual(new Set([upload?.handle]))
  expect(begun).toHaveBeenCalledTimes(1)
})
