import { expect, test } from 'vitest'
import { writeXlsx } from 'hucre'
import { withFile } from '../../../../testing/file.ts'
import { workbookRows } from './workbook.ts'

/** What cells of a workbook say, whatever calendar it counts days by. */

const HOURS = [1, 450, 1400, 1680, 8784, 10_000]
const created = { value: new Date(Date.UTC(2025, 2, 12, 22, 30, 15)), style: { numFmt: 'dd.mm.yyyy hh:mm:ss' } }
/** Durations are numbers of days with a format of hours. */
const durations = HOURS.map((hours) => ({ value: hours / 24, style: { numFmt: '[h]:mm' } }))

async function read(dateSystem: '1900' | '1904') {
  const cells = new Map<string, typeof created | (typeof durations)[number]>(
    durations.flatMap((duration, row) => [[`${row},0`, duration] as const, [`${row},1`, created] as const]),
  )
  const rows = durations.map(({ value }) => [value, created.value])
  const bytes = await writeXlsx({ dateSystem, sheets: [{ name: 'Заявки', rows, cells }] })
  return withFile(bytes, async (path) => {
    const found = []
    for await (const row of workbookRows(path, () => undefined)) found.push(row.cells)
    return found
  })
}

test('a number has no exponent, however small', async () => {
  const bytes = await writeXlsx({ sheets: [{ name: 'Заявки', rows: [[2.8e-17, 0, 0.5, 1234567.25]] }] })
  await withFile(bytes, async (path) => {
    for await (const { cells } of workbookRows(path, () => undefined))
      expect(cells).toEqual(['0.00000000000000002800', '0', '0.5', '1234567.25'])
  })
})

test.each(['1900', '1904'] as const)(
  'durations of any length, and times of no zone, counted from %s',
  async (system) => {
    expect(await read(system)).toEqual(HOURS.map((hours) => [`${hours}:00`, '2025-03-12T22:30:15']))
  },
)
