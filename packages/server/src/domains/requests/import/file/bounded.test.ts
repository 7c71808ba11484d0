import { expect, test } from 'vitest'
import { bounded, MOST_CELL, MOST_COLUMNS } from './bounded.ts'

async function* rows(...cells: string[][]) {
  for (const [index, row] of cells.entries()) yield { line: index + 1, cells: row }
}
async function count(...cells: string[][]) {
  let counted = 0
  for await (const { line } of bounded(rows(...cells))) counted = line
  return counted
}

test('rows that are too wide or too long are refused with their number', async () => {
  expect(
    await count(
      Array.from({ length: MOST_COLUMNS }, () => 'а'),
      ['б'.repeat(MOST_CELL)],
    ),
  ).toBe(2)
  await expect(
    count(
      ['а'],
      Array.from({ length: MOST_COLUMNS + 1 }, () => 'а'),
    ),
  ).rejects.toThrow('Строка 2: больше 500')
  await expect(count(['б'.repeat(MOST_CELL + 1)])).rejects.toThrow('Строка 1: в ячейке больше')
})
