import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { releases } from '@vypusk/contract'
import { addDays, daysFromTo, schedule, weekdayOf, weekOf, workingDayAfter } from './working-days.ts'

test.each([
  ['2026-03-02', '2026-03-02', '2026-03-08'],
  ['2026-03-06', '2026-03-02', '2026-03-08'],
  ['2026-03-08', '2026-03-02', '2026-03-08'],
  ['2027-01-01', '2026-12-28', '2027-01-03'],
])('the week of %s goes from Monday %s to Sunday %s', (day, from, to) => {
  expect(weekOf(day)).toEqual({ from, to })
})

test.each([
  ['2026-02-27', '2026-03-01', 3, '2026-02-27'],
  ['2026-03-02', '2026-03-01', 0, undefined],
  ['9999-12-27', '+010000-01', 0, undefined],
  ['2100-12-27', '2101-01-02', 5, '2100-12-27'],
  ['0206-03-02', '2000-01-02', 2, '2000-01-01'],
  ['0206-03-02', '9999-12-31', 36_890, '2000-01-01'],
  ['no day', '2026-03-01', 0, undefined],
])('from %s to %s are %s days', (first, last, count, begin) => {
  const days = daysFromTo(first, last)
  expect([days.length, days[0]]).toEqual([count, begin])
})

test('days are counted correctly in whatever order they are queried', () => {
  const day = fc
    .integer({ min: -800_000, max: 60_000 })
    .map((index) => new Date(index * 86_400_000).toISOString().slice(0, 10))
  fc.assert(
    fc.property(day, fc.integer({ min: -2000, max: 2000 }), (of, days) => {
      const shifted = new Date(Date.parse(of) + days * 86_400_000).toISOString().slice(0, 10)
      expect([addDays(of, days), weekdayOf(of)]).toEqual([shifted, (new Date(of).getUTCDay() + 6) % 7])
    }),
  )
})

test('neither work nor waiting goes beyond the last supported day', () => {
  expect(schedule({ start_date: '2100-12-30', work: 1e9, people: 1 }, new Map()).plan_date).toBe('2100-12-31')
  expect(schedule({ start_date: '9999-12-31', work: 1e9, people: 1 }, new Map()).working_days).toBe(0)
  expect(workingDayAfter('2100-12-30', 60, new Map())).toBe('2100-12-31')
  expect(workingDayAfter('9999-12-31', 60, new Map())).toBe('9999-12-31')
})

/** May 2026 and the days around it, as in the migrations. */
const calendar = new Map([
  ['2026-04-30', 420],
  ['2026-05-01', 0],
  ['2026-05-08', 420],
  ['2026-05-09', 0],
  ['2026-05-11', 0],
  ['2027-02-20', 420],
  ['2027-02-22', 0],
  ['2027-02-23', 0],
])
const HOUR = 60

describe('plan date by the production calendar', () => {
  test.each([
    ['no work ends at once', '2026-04-27', 0, 1, '2026-04-27', 0],
    ['a day of work ends the same day', '2026-04-27', 8 * HOUR, 1, '2026-04-27', 1],
    ['a minute more takes the next day', '2026-04-27', 8 * HOUR + 1, 1, '2026-04-28', 2],
    ['a weekend is skipped', '2026-04-24', 16 * HOUR, 1, '2026-04-27', 2],
    ['begun on a Saturday, worked on Monday', '2026-04-25', HOUR, 1, '2026-04-27', 1],
    ['a shortened day has seven hours', '2026-04-29', 15 * HOUR, 1, '2026-04-30', 2],
    ['beyond a shortened day comes the holiday and the weekend', '2026-04-29', 15 * HOUR + 1, 1, '2026-05-04', 3],
    ['a moved day off', '2026-05-08', 8 * HOUR, 1, '2026-05-12', 2],
    ['a working Saturday', '2027-02-19', 15 * HOUR, 1, '2027-02-20', 2],
    ['two people', '2026-04-27', 32 * HOUR, 2, '2026-04-28', 2],
    ['three people do not split the last day', '2026-04-27', 25 * HOUR, 3, '2026-04-28', 2],
    ['a leap day', '2028-02-28', 16 * HOUR, 1, '2028-02-29', 2],
  ])('%s', (_, start_date, work, people, plan_date, working_days) => {
    expect(schedule({ start_date, work, people }, calendar)).toEqual({ plan_date, working_days, ends: true })
  })

  test('the search for the end of endless work is limited', () => {
    const { plan_date } = schedule({ start_date: '2026-01-01', work: Number.MAX_SAFE_INTEGER, people: 1 }, calendar)
    expect(releases.isWithinRelease({ start_date: '2026-01-01', plan_date })).toBe(false)
    expect(plan_date.slice(0, 4)).toBe('2036')
  })
})

test.each([
  ['2026-04-29', 1, '2026-04-30'],
  ['2026-04-30', 1, '2026-05-04'],
  ['2026-04-30', 5, '2026-05-08'],
  ['2026-05-08', 1, '2026-05-12'],
  ['2026-05-09', 0, '2026-05-09'],
])('after %s the working day number %s is %s', (day, days, found) => {
  expect(workingDayAfter(day, days, calendar)).toBe(found)
})

test('there is no day after the last one with a four-digit year', () => {
  expect([addDays('9999-12-30', 1), addDays('9999-12-31', 1), addDays('2026-12-31', 1)]).toEqual([
    '9999-12-31',
    '9999-12-31',
    '2027-01-01',
  ])
})
