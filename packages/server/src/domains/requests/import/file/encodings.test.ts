import { expect, test } from 'vitest'
import { inTempFolder } from '../../../../platform/runtime/temp-folder.ts'
import { exportOf } from '../../../../testing/exports.ts'
import { withFile } from '../../../../testing/file.ts'
import { readTable } from './file.ts'
import { likeliestOf } from './letters.ts'

const read = (bytes: Uint8Array | string) =>
  inTempFolder((folder) =>
    withFile(bytes, async (path) => {
      const { rows, ...table } = await readTable(path, folder)
      const cells = []
      for await (const part of rows.parts()) cells.push(...part)
      return { ...table, rows: cells }
    }),
  )

/** The bytes of a text in a single-byte encoding, found by decoding every byte. */
function inBytes(text: string, label: string): Uint8Array {
  const letters = new TextDecoder(label).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
  return Uint8Array.from(text, (letter) => letters.indexOf(letter))
}

const RUSSIAN = (await exportOf('redmine-ru.csv')).toString()
const wide = (text: string, isBig = false) =>
  isBig ? Buffer.from(text, 'utf16le').swap16() : Buffer.from(text, 'utf16le')

test.each<[string, string, Uint8Array]>([
  ['Windows-1251', 'Windows-1251', inBytes(RUSSIAN, 'windows-1251')],
  ['CP866', 'CP866', inBytes(RUSSIAN, 'ibm866')],
  ['KOI8-R', 'KOI8-R', inBytes(RUSSIAN, 'koi8-r')],
  ['UTF-8', 'UTF-8', Buffer.from(RUSSIAN)],
  ['UTF-16 with its mark', 'UTF-16', wide(`\ufeff${RUSSIAN}`)],
  ['UTF-16 without its mark', 'UTF-16', wide(RUSSIAN)],
  ['UTF-16, the large byte first, without its mark', 'UTF-16', wide(RUSSIAN, true)],
])('an export in %s is read', async (_, encoding, bytes) => {
  const table = await read(bytes)
  expect(table).toMatchObject({ encoding, separator: ';' })
  expect(table.header[6]).toBe('Тема')
  expect(table.rows).toHaveLength(12)
  expect(table.rows[1]?.cells[18]).toBe('')
  expect(table.rows[0]?.cells[6]).toBe('Сумма акта округляется дважды')
})

test.each(['КЛЮЧ;НАЗВАНИЕ\n1;ПЕЧАТЬ АКТА\n', 'ключ;название\n1;печать акта\n', '№;Тема\n1;Ёлка в «отчёте» – №5\n'])(
  'a few words are enough: %j',
  (text) => {
    for (const [encoding, label] of [
      ['Windows-1251', 'windows-1251'],
      ['CP866', 'ibm866'],
      ['KOI8-R', 'koi8-r'],
    ] as const) {
      // Characters that the encoding does not have are left out of the file.
      const bytes = inBytes(text, label).filter((byte) => byte !== 255)
      expect(likeliestOf((one) => new TextDecoder(one === 'CP866' ? 'ibm866' : one).decode(bytes))).toBe(encoding)
    }
  },
)

test('a first line «sep=;» declares the separator and is not a row', async () => {
  const table = await read('sep=;\r\nКлюч;Название, с запятыми, и ещё\r\n1;Печать\r\n')
  expect(table).toMatchObject({ separator: ';', header: ['Ключ', 'Название, с запятыми, и ещё'] })
  expect(table.rows).toEqual([{ line: 3, cells: ['1', 'Печать'] }])
})

test('a file with several kinds of line ends has all of its rows', async () => {
  const table = await read('sep=;\r\nКлюч;Название\n1;Печать\n2;"Две\r\nстроки"\r\n3;Акт\r4;Счёт\n')
  expect(table.header).toEqual(['Ключ', 'Название'])
  expect(table.rows.map(({ line, cells }) => [line, ...cells])).toEqual([
    [3, '1', 'Печать'],
    [4, '2', 'Две\r\nстроки'],
    [6, '3', 'Акт'],
    [7, '4', 'Счёт'],
  ])
})

test('a NUL left by a database does not make a table invalid', async () => {
  expect((await read('Ключ;Название\n1;Пе\0чать\n')).rows).toHaveLength(1)
})

test.each<[string, Uint8Array, RegExp]>([
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452000000100000001008060000', 'hex'), /^Это не таблица/],
  ['a workbook of before 2007', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /старого Excel/],
])('%s is refused with a sentence', async (_, bytes, sentence) => {
  await expect(read(bytes)).rejects.toThrow(sentence)
})
