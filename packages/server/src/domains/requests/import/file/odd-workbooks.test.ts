import { expect, test } from 'vitest'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { writeXlsx } from 'hucre'
import { inTempFolder } from '../../../../platform/runtime/temp-folder.ts'
import { withFile } from '../../../../testing/file.ts'
import { readTable } from './file.ts'

/** Workbooks that are damaged, locked, or hide what is not meant to be read. */

const read = (bytes: Uint8Array) =>
  inTempFolder((folder) =>
    withFile(bytes, async (path) => {
      const { rows, header } = await readTable(path, folder)
      const found = []
      for await (const part of rows.parts()) found.push(...part)
      return { header, rows: found }
    }),
  )

/** A workbook of one sheet with another text in one of its parts. */
async function changed(part: string, change: (xml: string) => string, sheets = [{ name: 'Заявки', rows: TABLE }]) {
  const parts = unzipSync(await writeXlsx({ sheets }))
  const xml = new TextDecoder().decode(parts[part])
  expect(change(xml)).not.toBe(xml)
  return zipSync({ ...parts, [part]: strToU8(change(xml)) })
}

const TABLE = [
  ['Ключ', 'Название'],
  ['А-1', 'Первая'],
  ['А-2', 'Вторая'],
]
const BROKEN = 'Файл Excel не удалось разобрать. Сохраните его заново как .xlsx'

test.each([
  ['a word', 'abc'],
  ['a number beyond all sheets', '99999999999'],
  ['the number of the row before', '2'],
  ['a smaller number than before', '1'],
  ['nothing whole', '3.5'],
  ['a negative number', '-3'],
])('a row whose number is %s makes the workbook a broken one', async (_, number) => {
  const bytes = await changed('xl/worksheets/sheet1.xml', (xml) => xml.replace('<row r="3"', `<row r="${number}"`))
  await expect(read(bytes)).rejects.toThrow(BROKEN)
})

test('rows may leave numbers out', async () => {
  const bytes = await changed('xl/worksheets/sheet1.xml', (xml) => xml.replace('<row r="3"', '<row r="1048576"'))
  expect((await read(bytes)).rows.map(({ line }) => line)).toEqual([2, 1_048_576])
})

const SHEETS = [
  { name: 'Справочник', rows: [['Пусто']] },
  { name: 'Заявки', rows: TABLE },
]
test.each(['hidden', 'veryHidden'])('the first sheet is not read if it is %s', async (state) => {
  const hide = (xml: string) => xml.replace('<sheet name="Справочник"', `<sheet name="a > b" state="${state}"`)
  const { header, rows } = await read(await changed('xl/workbook.xml', hide, SHEETS))
  expect(header).toEqual(['Ключ', 'Название'])
  expect(rows).toHaveLength(2)
})

/** The beginning of a compound file, with the name of a part somewhere after it. */
const compound = (part: string, at: number) => {
  const bytes = Buffer.alloc(at + 1024)
  bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  bytes.write(part, at, 'utf16le')
  return bytes
}
test.each([512, 64 * 1024 - 10, 300_000])('a workbook with a password is told from an old one, at %d', async (at) => {
  await expect(read(compound('EncryptedPackage', at))).rejects.toThrow('защищён паролем')
  await expect(read(compound('Workbook', at))).rejects.toThrow('старого Excel (.xls)')
})
