import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { open, readdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../testing/folder.ts'
import { startS3 } from '../../testing/servers/s3.ts'
import { folderStore } from './file-store/folder.ts'
import { PIECE_BYTES } from './file-store/pieces.ts'
import { checkS3, s3Address, s3Store } from './file-store/s3.ts'
import type { FileStore } from './file-store.ts'
import { SettingsError } from '../settings.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let s3: Awaited<ReturnType<typeof startS3>>
const stores: Record<string, () => FileStore> = {
  folder: () => folderStore(folder.path),
  S3: () => s3Store(s3.url),
}
beforeAll(async () => {
  folder = await temporaryFolder('store')
  s3 = await startS3()
})
afterAll(async () => {
  await s3.close()
  await folder.remove()
})

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
/** In chunks whose size does not divide a piece. */
const streamOf = (bytes: Buffer, chunk = 300_007) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, n) => bytes.subarray(n * chunk, (n + 1) * chunk)),
  )
const read = (store: FileStore, key: string, range?: { start: number; end: number }) => buffer(store.get(key, range))

describe.each(Object.keys(stores))('a store in %s', (kind) => {
  let store: FileStore
  beforeAll(() => {
    store = stores[kind]?.() ?? folderStore('')
  })

  it.each([
    ['empty', 0],
    ['small', 10],
    ['one piece', PIECE_BYTES],
    ['a piece and a byte', PIECE_BYTES + 1],
    ['two pieces', 2 * PIECE_BYTES],
    ['two and a half', 2.5 * PIECE_BYTES],
  ])('keeps a file that is %s', async (_what, size) => {
    const key = randomUUID()
    const bytes = randomBytes(size)
    await store.put(key, streamOf(bytes))
    expect(await store.stat(key)).toEqual({ size })
    expect(sha256(await read(store, key))).toBe(sha256(bytes))
  })

  it('reads a part, both ends included', async () => {
    const key = randomUUID()
    await store.put(key, streamOf(Buffer.from('0123456789')))
    expect((await read(store, key, { start: 2, end: 4 })).toString()).toBe('234')
    expect((await read(store, key, { start: 9, end: 9 })).toString()).toBe('9')
  })

  it('has nothing under a key before all of it has arrived', async () => {
    const key = randomUUID()
    const broken = async function* () {
      yield randomBytes(PIECE_BYTES + 5)
      throw new Error('the caller left')
    }
    await expect(store.put(key, Readable.from(broken()))).rejects.toThrow('the caller left')
    expect(await store.stat(key)).toBeUndefined()
  })

  it('joins pieces in order, even if a piece was sent twice, and can do it twice', async () => {
    const key = randomUUID()
    const bytes = randomBytes(PIECE_BYTES + 1000)
    const handle = await store.begin(key)
    const piece = (number: number, part: Uint8Array) => store.putPiece({ key, handle, number, bytes: part })
    await piece(0, randomBytes(PIECE_BYTES))
    const marks = [await piece(0, bytes.subarray(0, PIECE_BYTES)), await piece(1, bytes.subarray(PIECE_BYTES))]
    expect(await store.stat(key)).toBeUndefined()
    await store.join(key, handle, marks)
    await store.join(key, handle, marks)
    expect(sha256(await read(store, key))).toBe(sha256(bytes))
  })

  it('removes what is deleted or abandoned, any number of times', async () => {
    const key = randomUUID()
    await store.put(key, streamOf(Buffer.from('x')))
    await store.delete(key)
    await store.delete(key)
    expect(await store.stat(key)).toBeUndefined()
    const unfinished = randomUUID()
    const handle = await store.begin(unfinished)
    await store.putPiece({ key: unfinished, handle, number: 0, bytes: randomBytes(10) })
    await store.abandon(unfinished, handle)
    await store.abandon(unfinished, handle)
    expect(await store.stat(unfinished)).toBeUndefined()
  })

  it('fails to read a missing file', async () => {
    await expect(read(store, randomUUID())).rejects.toThrow(/ENOENT|NoSuchKey/)
  })

  it('allows concurrent writes', async () => {
    const files = Array.from({ length: 20 }, (_, n) => ({ key: randomUUID(), bytes: randomBytes(n * 50_000) }))
    await Promise.all(files.map(({ key, bytes }) => store.put(key, streamOf(bytes))))
    for (const { key, bytes } of files) expect(sha256(await read(store, key))).toBe(sha256(bytes))
  })
})

it('does not join a file that never existed', async () => {
  await expect(folderStore(folder.path).join(randomUUID(), 'folder', ['mark'])).rejects.toThrow('ENOENT')
})

it('leaves no incomplete file in the folder', async () => {
  const found = await readdir(folder.path, { recursive: true })
  expect(found.filter((name) => name.endsWith('.part'))).toEqual([])
})

it('parses keys, bucket, folder and region from the address', () => {
  expect(s3Address('https://a%2Fb:c%3Ad@s3.example.ru:9000/bucket/deep/?region=ru-1')).toEqual({
    accessKeyId: 'a/b',
    secretAccessKey: 'c:d',
    endpoint: 'https://s3.example.ru:9000/bucket/deep',
    region: 'ru-1',
  })
})

it('reports at the start that a storage does not accept files, without its secret', async () => {
  await checkS3(s3.url)
  const wrong = checkS3(s3.url.replace('/vypusk/', '/elsewhere/'))
  await expect(wrong).rejects.toThrow(SettingsError)
  await expect(wrong).rejects.toThrow(/^Хранилище S3_URL \(127\.0\.0\.1:\d+\/elsewhere\/files\) не принимает файлы: /)
})

it('writes a whole piece to a disk that takes little at a time, and reports when it is full', async () => {
  let room = 2 * PIECE_BYTES
  const narrow = async (...input: Parameters<typeof open>) => {
    const handle = await open(...input)
    const write = handle.write.bind(handle)
    const some = async (bytes: Uint8Array, offset: number, length: number, position: number) => {
      const written = await write(bytes, offset, Math.min(length, room, 3_000_001), position)
      room -= written.bytesWritten
      return written
    }
    return Object.assign(handle, { write: some })
  }
  const store = folderStore(folder.path, narrow)
  const [key, bytes] = [randomUUID(), randomBytes(PIECE_BYTES + 1000)]
  const handle = await store.begin(key)
  const part = (number: number) => bytes.subarray(number * PIECE_BYTES, (number + 1) * PIECE_BYTES)
  await store.putPiece({ key, handle, number: 0, bytes: part(0) })
  await store.putPiece({ key, handle, number: 1, bytes: part(1) })
  await store.join(key, handle, [])
  expect(sha256(await read(store, key))).toBe(sha256(bytes))
  room = 1000
  const another = randomUUID()
  const full = store.begin(another).then(() => store.putPiece({ key: another, handle, number: 0, bytes: part(0) }))
  await expect(full).rejects.toMatchObject({ code: 'ENOSPC' })
})
