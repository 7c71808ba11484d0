import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { inTempFolder } from '../../../../platform/runtime/temp-folder.ts'
import { readApart } from './reading.ts'
import { checkWorkbook } from './zip-guard.ts'

const MIB = 1024 * 1024
const xml = (text: string) => new TextEncoder().encode(text)
const check = (parts: Record<string, Uint8Array>, work: (path: string) => Promise<unknown> = checkWorkbook) =>
  inTempFolder(async (folder) => {
    const path = join(folder, 'sent')
    await writeFile(path, zipSync(parts, { level: 1 }))
    await work(path)
  })
const cell = (letters: number) => xml(`<t>${'a'.repeat(letters)}</t>`)

test('a cell of megabytes in a file of a few kB is refused, also in the thread that reads', async () => {
  const bomb = { 'xl/worksheets/sheet1.xml': cell(20 * MIB) }
  await expect(check(bomb)).rejects.toThrow('слишком длинный текст')
  const apart = check(bomb, (path) => readApart(path, `${path}-rows`, async () => {}))
  await expect(apart).rejects.toThrow('слишком длинный текст')
})

test.each([
  ['a cell too long for a sheet', { 'xl/a.xml': cell(2 * MIB) }, 'слишком длинный текст'],
  ['a cell too long for a sheet that is named like a picture', { 'xl/media/a.png': cell(40 * MIB) }, 'слишком большой'],
  ['a picture of zeros', { 'xl/media/a.png': new Uint8Array(120 * MIB) }, 'распаковывается в слишком большой'],
])('%s is refused', async (_, parts, sentence) => {
  await expect(check(parts)).rejects.toThrow(sentence)
})

test('tables and pictures of a usual size pass', async () => {
  const usual = { 'xl/media/a.png': new Uint8Array(3 * MIB).fill(7), 'xl/a.xml': cell(200_000) }
  await expect(check(usual)).resolves.toBeUndefined()
})

test('a file that only begins like an archive is refused', async () => {
  await inTempFolder(async (folder) => {
    const path = join(folder, 'sent')
    const zip = zipSync({ 'xl/a.xml': cell(10) })
    for (const bytes of [zip.slice(0, 40), zip.fill(0xff, 20, 30), new Uint8Array(3)]) {
      await writeFile(path, bytes)
      await expect(checkWorkbook(path)).rejects.toThrow('не удалось разобрать')
    }
  })
})

const END = 22
const inBytes = (value: number, bytes: 2 | 4) => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntLE(value, 0, bytes)
  return buffer
}
/** Replaces bytes of an archive. */
const set = (zip: Buffer, at: number, bytes: Uint8Array) =>
  Buffer.concat([zip.subarray(0, at), bytes, zip.subarray(at + bytes.length)])
/** Where the list of an archive begins. */
const listAt = (zip: Buffer) => zip.readUInt32LE(zip.length - END + 16)
const SHEET = 'xl/worksheets/sheet1.xml'
const zipOf = (parts: Record<string, Uint8Array>) => Buffer.from(zipSync(parts, { level: 1 }))
const one = zipOf({ [SHEET]: cell(10) })
const two = zipOf({ 'xl/a.xml': cell(1), [SHEET]: cell(1) })

/** An archive that has a part in front which its list does not name. */
function withUnlisted() {
  const front = zipOf({ [SHEET]: cell(20 * MIB) })
  const unlisted = front.subarray(0, listAt(front))
  const listed = set(one, listAt(one) + 42, inBytes(unlisted.length, 4))
  return Buffer.concat([unlisted, set(listed, listed.length - END + 16, inBytes(unlisted.length + listAt(one), 4))])
}

test.each([
  ['bytes after its end', Buffer.concat([one, Buffer.from(' ')])],
  ['fewer parts counted than listed', set(two, two.length - END + 10, inBytes(1, 2))],
  ['a part that is not listed', withUnlisted()],
  ['a part that is listed by another name', set(one, listAt(one) + 46, Buffer.from(SHEET.replace('.xml', '.png')))],
  ['a part that is listed as shorter', set(one, listAt(one) + 20, inBytes(0, 4))],
  [
    'a part without a size',
    set(set(set(one, 6, inBytes(8, 2)), listAt(one) + 8, inBytes(8, 2)), listAt(one) + 20, inBytes(0, 4)),
  ],
])('an archive with %s is refused', async (_, bytes) => {
  await inTempFolder(async (folder) => {
    const path = join(folder, 'sent')
    await writeFile(path, bytes)
    await expect(checkWorkbook(path)).rejects.toThrow('не удалось разобрать')
  })
})

test.each([
  ['a comment', Buffer.concat([set(one, one.length - 2, inBytes(3, 2)), Buffer.from('abc')])],
  ['sizes after the bytes', set(set(one, 6, inBytes(8, 2)), listAt(one) + 8, inBytes(8, 2))],
])('an archive with %s passes', async (_, bytes) => {
  await inTempFolder(async (folder) => {
    const path = join(folder, 'sent')
    await writeFile(path, bytes)
    await expect(checkWorkbook(path)).resolves.toHaveLength(1)
  })
})
