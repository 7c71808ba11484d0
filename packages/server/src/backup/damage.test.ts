import { createWriteStream } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { openDatabase } from '../platform/database.ts'
import { folderStore } from '../platform/external/file-store/folder.ts'
import { flipped, partsOf, sha256Of, writeParts, type Part } from '../testing/copies.ts'
import { createTestDatabase } from '../testing/database.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { makeFile } from '../testing/making/make-publication.ts'
import { makePeople } from '../testing/making/make.ts'
import { figuresOf, verifyCopy } from './verify.ts'
import { writeBackup } from './write.ts'

const KEY = 'aaaaaaaa-0000-4000-8000-000000000001'
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let whole: Buffer
let parts: Part[]
const path = () => join(folder.path, 'copy.tar.gz')

beforeAll(async () => {
  folder = await temporaryFolder('damage')
  const database = await createTestDatabase()
  const { db, close } = openDatabase(database.config, { info() {}, warn() {} })
  const store = folderStore(join(folder.path, 'files'))
  await makePeople(db)
  await makeFile(db, { storage_key: KEY, size: 10, sha256: sha256Of('байты') })
  await store.put(KEY, Readable.from(['байты']))
  await writeBackup({ config: database.config, store, clock: systemClock, version: '1' }, createWriteStream(path()))
  await close()
  await database.drop()
  whole = await readFile(path())
  parts = await partsOf(path())
})
afterAll(() => folder.remove())

async function copyOf(bytes: Buffer | string) {
  const other = join(folder.path, 'other.tar.gz')
  await writeFile(other, bytes)
  return other
}
const copyWith = (change: (part: Part) => Part[]) =>
  writeParts(join(folder.path, 'other.tar.gz'), parts.flatMap(change))

test('a copy is verified and summed up in figures', async () => {
  const figures = figuresOf(await verifyCopy(path()))
  expect(figures).toMatch(
    /таблиц \d+, строк \d+, файлов 1 \(10 Б\), без содержимого 0, изменённых 0; контрольные суммы/,
  )
})

test('bitmaps, which are made anew from requests, are not in a copy', () => {
  const manifest = parts.find(({ name }) => name === 'manifest.json')
  const { tables } = JSON.parse(String(manifest?.bytes)) as { tables: { name: string }[] }
  const names = tables.map(({ name }) => name)
  expect(names).toContain('requests')
  expect(names.filter((name) => /bitmap|segment/.test(name))).toEqual([])
})

test('a copy cut off anywhere is refused', async () => {
  for (const share of [0, 0.01, 0.3, 0.6, 0.9, 0.99, 0.9999]) {
    const bytes = whole.subarray(0, Math.floor(whole.length * share))
    await expect(verifyCopy(await copyOf(bytes))).rejects.toThrow(/обрывается|не копия/)
  }
  await expect(verifyCopy(await copyOf(whole.subarray(0, -1)))).rejects.toThrow('обрывается')
})

/**
 * Whether a changed archive unpacks to the same bytes. Some bits carry no information, such as the padding before a
 * block.
 */
function saysTheSame(bytes: Buffer): boolean {
  try {
    return gunzipSync(bytes).equals(gunzipSync(whole))
  } catch {
    return false
  }
}

test('a copy with any bit changed is refused', async () => {
  let tried = 0
  for (let at = 20; at < whole.length; at += Math.ceil(whole.length / 25)) {
    const bytes = Buffer.from(whole)
    bytes[at] = (bytes[at] ?? 0) ^ 4
    if (saysTheSame(bytes)) continue
    await expect(verifyCopy(await copyOf(bytes))).rejects.toThrow(/обрывается|не копия/)
    tried += 1
  }
  expect(tried).toBeGreaterThan(15)
})

test('a bit changed in any part is found by the sums, even if the archive was packed again', async () => {
  expect(new Set(parts.map(({ name }) => name.split('/')[0]))).toEqual(
    new Set(['manifest.json', 'tables', 'files', 'sums', 'end.json']),
  )
  for (const { name } of parts) {
    const other = await copyWith((part) => [part.name === name ? { name, bytes: flipped(part.bytes) } : part])
    await expect(verifyCopy(other)).rejects.toThrow(/повреждён|не копия/)
  }
})

test('the changed part is named', async () => {
  const table = 'tables/users/1'
  const other = await copyWith((part) => [part.name === table ? { name: table, bytes: flipped(part.bytes) } : part])
  await expect(verifyCopy(other)).rejects.toThrow(`часть ${table} не та`)
})

test('a missing or duplicate part is found', async () => {
  for (const name of ['tables/users/1', `files/${KEY}`, 'sums/1', 'end.json']) {
    const without = await copyWith((part) => (part.name === name ? [] : [part]))
    await expect(verifyCopy(without)).rejects.toThrow('обрывается или повреждён')
    const twice = await copyWith((part) => (part.name === name ? [part, part] : [part]))
    await expect(verifyCopy(twice)).rejects.toThrow('обрывается или повреждён')
  }
})

describe('a copy of an earlier version, without sums', () => {
  const asFirst = ({ name, bytes }: Part): Part[] => {
    if (name.startsWith('sums/')) return []
    if (name === 'end.json') return [{ name, bytes: Buffer.from('{"files":1}') }]
    if (name !== 'manifest.json') return [{ name, bytes }]
    return [{ name, bytes: Buffer.from(JSON.stringify({ ...JSON.parse(bytes.toString()), format: 1 })) }]
  }

  test('is read to its end', async () => {
    const read = await verifyCopy(await copyWith(asFirst))
    expect(figuresOf(read)).toContain('контрольных сумм в ней нет, прочитана до конца')
  })

  test('reports files that are missing or differ from the uploaded ones', async () => {
    const altered = await copyWith((part) =>
      asFirst(part.name === `files/${KEY}` ? { name: part.name, bytes: flipped(part.bytes) } : part),
    )
    expect((await verifyCopy(altered)).altered).toMatchObject([{ key: KEY, file_name: 'update.zip' }])
    const none = { name: 'end.json', bytes: Buffer.from('{"files":0}') }
    const missing = await copyWith((part) =>
      part.name === `files/${KEY}` ? [] : part.name === 'end.json' ? [none] : asFirst(part),
    )
    expect((await verifyCopy(missing)).missing).toMatchObject([{ key: KEY, file_name: 'update.zip' }])
  })
})

test.each<[string, () => Buffer | string]>([
  ['nothing', () => ''],
  ['words', () => 'Это не копия'],
  ['packed words', () => gzipSync('Это не копия')],
  ['a picture', () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
])('%s is not a copy', async (_, bytes) => {
  await expect(verifyCopy(await copyOf(bytes()))).rejects.toThrow('Этот файл – не копия системы')
})

test('another archive, a newer copy, a folder and a missing file are refused with sentences', async () => {
  const other = await writeParts(join(folder.path, 'other.tar.gz'), [{ name: 'photo.jpg', bytes: Buffer.from('jpg') }])
  await expect(verifyCopy(other)).rejects.toThrow('не копия системы')
  const later = await copyWith(({ name, bytes }) => [
    { name, bytes: name === 'manifest.json' ? Buffer.from('{"format":3}') : bytes },
  ])
  await expect(verifyCopy(later)).rejects.toThrow('более новой версией')
  await mkdir(join(folder.path, 'folder'))
  await expect(verifyCopy(join(folder.path, 'folder'))).rejects.toThrow('нет')
  await expect(verifyCopy(join(folder.path, 'nowhere'))).rejects.toThrow('нет')
})
