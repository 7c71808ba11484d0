import { expect, it } from 'vitest'
import { daysOf, monthInWords, withGaps } from './months.ts'

it.each([
  ['2026-02', '2026-02-28'],
  ['2024-02', '2024-02-29'],
  ['2026-12', '2026-12-31'],
])('%s ends on %s', (month, date_to) => expect(daysOf(month)).toEqual({ date_from: `${month}-01`, date_to }))

it('fills the months without requests, over the end of a year', () => {
  const months = [
    { month: '2025-11', created: 3, released: 1 },
    { month: '2026-02', created: 2, released: 0 },
  ]
  expect(withGaps(months).map(({ month, created }) => [month, created])).toEqual([
    ['2025-11', 3],
    ['2025-12', 0],
    ['2026-01', 0],
    ['2026-02', 2],
  ])
  expect(withGaps([])).toEqual([])
})

it('does not fill centuries up to a month of a wrong year', () => {
  const months = ['0206-03', '2026-01', '2026-03', '9999-12'].map((month) => ({ month, created: 1, released: 0 }))
  expect(withGaps(months).map(({ month }) => month)).toEqual(['0206-03', '2026-01', '2026-02', '2026-03', '9999-12'])
})

it('names a month', () => expect(monthInWords('2026-03')).toMatch(/^март 2026/))
