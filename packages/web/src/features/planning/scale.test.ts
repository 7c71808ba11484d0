import { describe, expect, test } from 'vitest'
import { barOf, leftOf, mondayOf, mondays, months, onPaper, scaleFor } from './scale.ts'

const release = (start_date: string, plan_date: string) => ({ start_date, plan_date })
const scale = scaleFor([release('2026-03-04', '2026-05-20')], 'month', '2026-03-06')

describe('the time line', () => {
  test('begins a week before the earliest Monday and covers at least ten weeks from today', () => {
    expect(scale).toMatchObject({ from: '2026-02-23', px: 9 })
    expect(mondays(scale).at(-1)).toBe('2026-05-25')
    expect(mondays(scaleFor([], 'week', '2026-03-06')).length).toBe(13)
  })

  test('is never longer than two years', () => {
    expect(scaleFor([release('2020-01-01', '2030-01-01')], 'quarter', '2026-03-06').weeks).toBe(104)
  })

  test('contains today, even with impossible dates from former versions', () => {
    for (const [start, end] of [
      ['2020-01-01', '2026-04-01'],
      ['0206-03-02', '2026-04-01'],
      ['0026-03-02', '20260-04-01'],
      ['2026-03-02', '9999-12-31'],
    ] as const) {
      const { from, weeks } = scaleFor([release(start, end)], 'month', '2026-03-06')
      expect([from >= '2024-01-01', from <= '2026-02-23', weeks >= 13 && weeks <= 104]).toEqual([true, true, true])
      expect(mondays({ from, weeks, px: 1, width: 1 }).at(-1)! >= '2026-05-11').toBe(true)
    }
  })

  test('positions a bar by days, including both ends', () => {
    expect(barOf(scale, release('2026-02-24', '2026-02-24'))).toEqual({ left: 9, width: 9 })
    expect(barOf(scale, release('2026-03-02', '2026-03-08'))).toEqual({ left: 63, width: 63 })
    expect(leftOf(scale, '2026-02-23')).toBe(0)
  })

  test('fits on paper completely and is not stretched', () => {
    const long = onPaper(scaleFor([release('2026-03-04', '2027-12-20')], 'month', '2026-03-06'))
    expect(long.width).toBe(720)
    expect(mondays(long).length * 7 * long.px).toBeCloseTo(720)
    const short = scaleFor([], 'quarter', '2026-03-06')
    expect(onPaper(short)).toEqual(short)
  })

  test('is divided into months without gaps', () => {
    const parts = months(scale)
    expect(parts.map(({ month }) => month)).toEqual(['2026-02', '2026-03', '2026-04', '2026-05'])
    expect(parts.reduce((sum, { width }) => sum + width, 0)).toBe(scale.width)
  })
})

test.each([
  ['2026-03-02', '2026-03-02'],
  ['2026-03-08', '2026-03-02'],
])('the Monday of %s is %s', (day, monday) => expect(mondayOf(day)).toBe(monday))
