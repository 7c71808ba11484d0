import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { inTempFolder } from '../../../platform/temp-folder.ts'
import { readApart } from './reading.ts'
import { checkWorkbook } from './zip-guard.ts'

const MIB = 1024 * 1024
const xml = (text: string) => new TextEncoder().encode(text)
const check = (parts: Record<string, Uint8Array>, work = checkWorkbook) =>
  inTempFolder(async (folder) => {
    const path = join(folder, 'sent')
    await writeFile(path, zipSync(parts, { level: 1 }))
    await work(path)
  })
const cell = (letters: number) => xml(`<t>${'a'.repeat(letters)}</t>`)

test('a cell of megabytes in a file of a few kB is refused, also in the thread that reads', async () => {
  const bomb = { 'xl/worksheets/sheet1.xml': cell(20 * MIB) }
  await expect(check(bomb)).rejects.toThrow('слишком длинный текст')
  const apart = check(bomb, (path) => readApart(path, `${path}-rows`, async () => {}).then(() => undefined))
  await expect(apart).rejects.toThrow('слишком длинный текст')
})

test.each([
  ['a cell too long for a sheet', { 'xl/a.xml': cell(2 * MIB) }, 'слишком длинный текст'],
  ['a picture of zeros', { 'xl/media/a.png': new Uint8Array(120 * MIB) }, 'распаковывается в слишком большой'],
])('%s is refused', async (_, parts, sentence) => {
  await expect(check(parts)).rejects.toThrow(sentence)
})

test('tables and pictures of a usual size pass', async () => {
  const usual = { 'xl/a.xml': cell(200_000), 'xl/media/a.png': new Uint8Array(3 * MIB).fill(7) }
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
