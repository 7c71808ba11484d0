import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { crc32, inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import readXlsxFile from 'read-excel-file/node'
import { present } from '../../testing/present.ts'
import { workbook } from './excel/book.ts'
import { excelName, excelReply } from './excel.ts'
import { linesInCell } from './excel/text.ts'
import type { Cell, ExcelColumn } from './excel/xml.ts'
import { refuse } from '../refusal.ts'
import { endWorkers } from '../runtime/workers.ts'

type Row = Cell[]
const columns = (count: number): ExcelColumn<Row>[] =>
  Array.from({ length: count }, (_, n) => ({ title: `Колонка ${n + 1}`, width: 12, cell: (row) => row[n] ?? null }))

async function* inParts(...parts: Row[][]) {
  yield* parts
}
const table = (...parts: Row[][]) => ({
  name: 'Лист',
  columns: columns(parts[0]?.[0]?.length ?? 1),
  parts: inParts(...parts),
})
const written = async (of: Parameters<typeof excelReply<Row>>[1]) =>
  buffer((await excelReply('a.xlsx', of, async () => 0)).stream)
const bytesOf = (...parts: Row[][]) => written(table(...parts))
/** Reads the workbook with another program. */
const read = async (...parts: Row[][]) => readXlsxFile(await bytesOf(...parts))

/** The archive's entries by name, each checked against its checksum. */
function entriesOf(archive: Buffer) {
  const end = archive.length - 22
  let at = archive.readUInt32LE(end + 16)
  return Object.fromEntries(
    Array.from({ length: archive.readUInt16LE(end + 10) }, () => {
      const length = archive.readUInt16LE(at + 28)
      const name = archive.toString('utf8', at + 46, at + 46 + length)
      const data = archive.readUInt32LE(at + 42) + 30 + length
      const bytes = inflateRawSync(archive.subarray(data, data + archive.readUInt32LE(at + 20)))
      expect([crc32(bytes), bytes.length]).toEqual([archive.readUInt32LE(at + 16), archive.readUInt32LE(at + 24)])
      at += 46 + length
      return [name, bytes.toString()]
    }),
  )
}
const firstSheet = async (...parts: Row[][]) => present(entriesOf(await bytesOf(...parts))['xl/worksheets/sheet1.xml'])

/** The format of a cell, which its style refers to. */
function formatOf(entries: Record<string, string>, cell: string) {
  const at = Number(
    new RegExp(`<c r="${cell}" s="(\\d+)"`).exec(present(entries['xl/worksheets/sheet1.xml']))?.[1] ?? 0,
  )
  const [, cells] = /<cellXfs count="\d+">(.*)<\/cellXfs>/.exec(present(entries['xl/styles.xml'])) ?? []
  return [...present(cells).matchAll(/<xf.*?<\/xf>/g)][at]?.[0]
}

test('another program reads text, numbers, days, moments and hours', async () => {
  const [sheet] = await read(
    [['Ёлка', 42, { day: '2026-03-05' }, { minutes: 450 }]],
    [[null, -1.5, { moment: new Date(2026, 2, 5, 9, 30).toISOString() }, { minutes: 0 }]],
  )
  const [head, first, second] = present(sheet).data
  expect(present(sheet).sheet).toBe('Лист')
  expect(head).toEqual(['Колонка 1', 'Колонка 2', 'Колонка 3', 'Колонка 4'])
  expect(present(first).slice(0, 3)).toEqual(['Ёлка', 42, new Date('2026-03-05T00:00:00Z')])
  expect(present(second).slice(0, 2)).toEqual([null, -1.5])
  // The reader truncates fractions of a day instead of rounding them.
  expect(Math.abs(Number(second?.[2]) - Date.parse('2026-03-05T09:30:00Z'))).toBeLessThan(2)
})

test('a sheet may be as wide as there are companies', async () => {
  const row = Array.from({ length: 800 }, (_, n) => n)
  const [sheet] = await read([row])
  expect(present(sheet).data[1]).toEqual(row)
  expect(await firstSheet([row])).toMatch(/<c r="ADT2".*<autoFilter ref="A1:ADT2"\/>/)
})

test('a moment is shown with the name of its clock', async () => {
  const entries = entriesOf(await bytesOf([[{ moment: '2026-03-05T09:30:00.000Z' }]]))
  const format = /numFmtId="(\d+)"/.exec(present(formatOf(entries, 'A2')))?.[1]
  expect(entries['xl/styles.xml']).toContain(
    `<numFmt numFmtId="${format}" formatCode="dd\\.mm\\.yyyy\\ hh:mm\\ &quot;UTC&quot;"/>`,
  )
})

test.each([
  ['=1+1', '=1+1'],
  ['+7 900', '+7 900'],
  ['-5', '-5'],
  ['@сумма', '@сумма'],
  ["=cmd|' /C calc'!A0", "=cmd|' /C calc'!A0"],
  ['<b>&"жирно"</b>', '<b>&"жирно"</b>'],
  ['  пробелы  \nи строки', '  пробелы  \nи строки'],
  ['а\u0000б\u0007в\u001fг', 'абвг'],
  ['половина \ud83d пары', 'половина  пары'],
  ['пара 😀', 'пара 😀'],
])('text %j stays text', async (input, expected) => {
  const xml = await firstSheet([[input]])
  expect(xml).not.toContain('<f>')
  expect(xml).toContain('t="inlineStr"')
  const [sheet] = await read([[input]])
  // The reader trims text. Excel does not, because of xml:space.
  expect(String(present(sheet).data[1]?.[0]).trim()).toBe(expected.trim())
})

test('text that Excel would decode is escaped', async () => {
  expect(await firstSheet([['_x0041_']])).toContain('_x005F_x0041_')
})

test('text that is longer than a cell holds ends with a mark', async () => {
  const [sheet] = await read([['ы'.repeat(32_768)], ['ы'.repeat(32_767)]])
  expect(present(sheet).data.slice(1)).toEqual([[`${'ы'.repeat(32_766)}…`], ['ы'.repeat(32_767)]])
})

test('lines that do not fit in a cell are left out whole and counted', () => {
  const lines = Array.from({ length: 500 }, (_, n) => `${n} ${'ы'.repeat(90)}`)
  const shown = linesInCell(lines).split('\n')
  const last = present(shown.pop())
  expect(shown).toEqual(lines.slice(0, shown.length))
  expect(last).toBe(`… ещё ${500 - shown.length}: см. экран`)
  const length = linesInCell(lines).length
  expect([length <= 32_767, length > 32_767 - 100]).toEqual([true, true])
  expect(linesInCell(lines.slice(0, 300))).toBe(lines.slice(0, 300).join('\n'))
})

test('the header is bold, stays in view as pinned columns do, and filters all rows; a number can be a link', async () => {
  const pinned = entriesOf(await written({ ...table([[1, 2, 3]]), pinned: 2 }))['xl/worksheets/sheet1.xml']
  expect(pinned).toContain('<pane xSplit="2" ySplit="1" topLeftCell="C2" activePane="bottomRight" state="frozen"/>')
  const xml = await firstSheet([[{ number: 7, href: 'https://v.ru/?a="1"&open=7' }], [1]])
  expect(xml).toContain('state="frozen"')
  expect(xml).toContain('<c r="A1" s="1"')
  expect(xml).toContain('<autoFilter ref="A1:A3"/>')
  expect(xml).toContain('<f>HYPERLINK(&quot;https://v.ru/?a=&quot;&quot;1&quot;&quot;&amp;open=7&quot;,7)</f><v>7</v>')
})

test('the lines of a cell are below one another if the column has lists, and titles are never cut off', async () => {
  const [plain, listed] = columns(2)
  const parts = inParts([['а\nб', 'а\nб']])
  const entries = entriesOf(
    await written({ name: 'Лист', columns: [present(plain), { ...present(listed), inLines: true }], parts }),
  )
  for (const wrapped of ['A1', 'B1', 'B2']) expect(formatOf(entries, wrapped)).toContain('wrapText="1"')
  expect(formatOf(entries, 'A2')).toContain('<alignment vertical="top"/>')
})

test('a workbook without rows has a sheet with its header', async () => {
  const [sheet] = await readXlsxFile(await written({ name: 'Пусто', columns: columns(2), parts: inParts() }))
  expect(present(sheet).data).toEqual([['Колонка 1', 'Колонка 2']])
})

/** Words that repeat as in real titles, in no order. */
const titleOf = (n: number) => `Заявка ${(n * 7919) % 1009} об отчёте ${(n * 104_729) % 3001}`

async function* many(total: number, onLeave = () => {}): AsyncGenerator<Row[]> {
  try {
    for (let from = 0; from < total; from += 1000)
      yield Array.from({ length: Math.min(1000, total - from) }, (_, n) => [titleOf(from + n), from + n])
  } finally {
    onLeave()
  }
}

test('rows that do not fit in a sheet go to the next one, and none are lost between parts', async () => {
  const looks = columns(2).map(({ title, width }) => ({ title, width }))
  async function* parts() {
    for await (const rows of many(3500))
      yield {
        rows: rows.length,
        columns: looks.map((_, n) => ({ values: Buffer.from(JSON.stringify(rows.map((row) => row[n]))) })),
      }
  }
  const archive = await buffer(workbook({ name: 'Лист', columns: looks, clocks: [], mostRows: 1501 }, parts()))
  const sheets = await readXlsxFile(archive)
  expect(sheets.map(({ sheet, data }) => [sheet, data.length])).toEqual([
    ['Лист', 1501],
    ['Лист 2', 1501],
    ['Лист 3', 501],
  ])
  expect(sheets.flatMap(({ data }) => data.slice(1).map(([, n]) => n))).toEqual(
    Array.from({ length: 3500 }, (_, n) => n),
  )
  expect(entriesOf(archive)['xl/worksheets/sheet3.xml']).toContain('<autoFilter ref="A1:B501"/>')
})

test('the announced size is exact for a small file and close for a large one', async () => {
  for (const [total, tolerance] of [
    [10, 0],
    // Numbers of rows get longer, so the estimate is not exact.
    [60_000, 0.03],
  ] as const) {
    // However slow the machine is, the headers wait until rows have been written to estimate from.
    const isSampled = Promise.withResolvers<void>()
    async function* parts() {
      let rows = 0
      for await (const part of many(total)) {
        if (rows > 4000) isSampled.resolve()
        yield part
        rows += part.length
      }
      isSampled.resolve()
    }
    const reply = await excelReply('a.xlsx', { name: 'Лист', columns: columns(2), parts: parts() }, () =>
      isSampled.promise.then(() => total),
    )
    const { length } = await buffer(reply.stream)
    const expected = Number(reply.headers['X-Expected-Length'])
    expect(Math.abs(expected - length) / length).toBeLessThanOrEqual(tolerance)
  }
})

test('the source ends when the reader disconnects', async () => {
  let left = 0
  const leave = () => void (left += 1)
  const reply = await excelReply(
    'a.xlsx',
    { name: 'Лист', columns: columns(2), parts: many(1e6, leave) },
    async () => 1e6,
  )
  reply.stream.destroy()
  await expect.poll(() => left).toBe(1)
})

/** Parts that arrive when the test releases them, after the query has started. */
function held(total: number) {
  const gate = Promise.withResolvers<void>()
  async function* parts(): AsyncGenerator<Row[] | null> {
    yield null
    await gate.promise
    yield* many(total)
  }
  return { parts: parts(), let: gate.resolve, fail: gate.reject }
}
const LARGE = 5000
const replyOf = (parts: AsyncIterable<Row[] | null>, count = async () => LARGE) =>
  excelReply('a.xlsx', { name: 'Лист', columns: columns(2), parts }, count)

test('a workbook is written in another thread', async () => {
  await endWorkers()
  const thread = once(process, 'worker')
  await bytesOf([['Ёлка']])
  await expect(thread).resolves.toHaveLength(1)
})

test('a large workbook starts before its first row is found, and is complete', async () => {
  const { parts, let: go } = held(LARGE)
  const { stream, headers } = await replyOf(parts)
  expect(Number(headers['X-Expected-Length'])).toBeGreaterThan(LARGE)
  go()
  const [sheet] = await readXlsxFile(await buffer(stream))
  expect(present(sheet).data).toHaveLength(LARGE + 1)
})

test('a failure before the query has started is refused, also while counting', async () => {
  const lost = { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(refuse('database_busy')) }) }
  await expect(replyOf(lost)).rejects.toMatchObject({ status: 503 })
  const [begun, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  async function* parts() {
    begun.resolve()
    yield* many(1e6, left.resolve)
  }
  const counting = () => begun.promise.then(() => Promise.reject(refuse('database_busy')))
  await expect(replyOf(parts(), counting)).rejects.toMatchObject({ status: 503 })
  await left.promise
})

test('a later failure cuts the file off', async () => {
  const { parts, fail } = held(LARGE)
  const { stream } = await replyOf(parts)
  fail(new Error('the database is away'))
  await expect(buffer(stream)).rejects.toThrow('the database is away')
})

test('one workbook too many is refused until another has ended', async () => {
  await endWorkers()
  const all = Array.from({ length: 8 }, () => held(LARGE))
  const replies = await Promise.all(all.map(({ parts }) => replyOf(parts)))
  await expect(replyOf(many(LARGE))).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': '10' } })
  all.forEach(({ let: go }) => go())
  await Promise.all(replies.map(({ stream }) => buffer(stream)))
  const next = await replyOf(many(LARGE))
  expect(await buffer(next.stream)).not.toHaveLength(0)
})

test('a workbook still being written is cut off when the process ends', async () => {
  const { parts, let: go } = held(LARGE)
  const { stream } = await replyOf(parts)
  await endWorkers()
  go()
  await expect(buffer(stream)).rejects.toThrow('Terminating worker thread')
})

test.each([
  [{}, 'registry.xlsx'],
  [{ date_from: '2026-03-01' }, 'registry_01.03.2026.xlsx'],
  [{ date_from: '2026-03-01', date_to: '2026-03-31' }, 'registry_01.03.2026_31.03.2026.xlsx'],
])('workbook %o', (query, name) => expect(excelName('registry', query)).toBe(name))
