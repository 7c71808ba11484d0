import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, minutesOf, weekOf } from '../../platform/working-days.ts'
import {
  freeDay,
  nearestDay,
  neededOf,
  newlyOverloaded,
  NOBODY,
  shifted,
  thereIn,
  weekLoads,
  type Job,
} from './rules.ts'

const HOUR = 60
/** May 2026 has its own holidays. */
const calendar = new Map([
  ['2026-05-01', 0],
  ['2026-05-08', 420],
  ['2026-05-11', 0],
])
const weeks = ['2026-04-27', '2026-05-04', '2026-05-11']
const job = (overrides: Partial<Job> = {}): Job => ({
  start_date: '2026-04-27',
  plan_date: '2026-05-08',
  work: 40 * HOUR,
  users: [7],
  ...overrides,
})

describe('load of people', () => {
  test.each<[string, Job[], [number, number[]][]]>([
    ['by the working time of each week', [job({ work: 71 * HOUR })], [[7, [32 * HOUR, 39 * HOUR, 0]]]],
    ['in one week', [job({ plan_date: '2026-04-30' })], [[7, [40 * HOUR, 0, 0]]]],
    [
      'shared by two',
      [job({ plan_date: '2026-04-30', users: [7, 8] })],
      [
        [7, [20 * HOUR, 0, 0]],
        [8, [20 * HOUR, 0, 0]],
      ],
    ],
    ['nobody named', [job({ plan_date: '2026-04-30', users: [] })], [[NOBODY, [40 * HOUR, 0, 0]]]],
    [
      'two releases of one person',
      [job({ plan_date: '2026-04-30' }), job({ plan_date: '2026-04-29', work: 60 })],
      [[7, [41 * HOUR, 0, 0]]],
    ],
    [
      'a period without working days counts in the week it begins',
      [job({ start_date: '2026-05-09', plan_date: '2026-05-10' })],
      [[7, [0, 40 * HOUR, 0]]],
    ],
    ['before the weeks shown', [job({ start_date: '2026-04-20', plan_date: '2026-04-24' })], [[7, [0, 0, 0]]]],
  ])('%s', (_, jobs, expected) => {
    const rounded = [...neededOf(jobs, weeks, calendar)].map(([id, parts]) => [id, parts.map(Math.round)])
    expect(rounded).toEqual(expected)
  })

  test('available hours follow the production calendar', () => {
    expect(thereIn(weeks, calendar)).toEqual([32 * HOUR, 39 * HOUR, 32 * HOUR])
  })

  test('spreads the same as going through it day by day', () => {
    const aJob = fc
      .record({
        from: fc.integer({ min: -20, max: 30 }),
        days: fc.integer({ min: 0, max: 40 }),
        work: fc.integer({ min: 0, max: 100_000 }),
        users: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 3 }),
      })
      .map(({ from, days, work, users }): Job => {
        const start_date = addDays('2026-04-27', from)
        return { start_date, plan_date: addDays(start_date, days), work, users }
      })
    fc.assert(
      fc.property(fc.array(aJob, { maxLength: 6 }), (jobs) => {
        const fast = neededOf(jobs, weeks, calendar)
        const slow = dayByDay(jobs)
        for (const [id, parts] of fast) {
          parts.forEach((part, index) => expect(part).toBeCloseTo(slow.get(`${id}:${weeks[index]}`) ?? 0, 4))
        }
      }),
    )
  })
})

/** A naive implementation: every working minute of every day gets its part of the work. */
function dayByDay(jobs: Job[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { start_date, plan_date, work, users } of jobs) {
    const days: string[] = []
    for (let day = start_date; day <= plan_date; day = addDays(day, 1)) {
      for (let minute = 0; minute < minutesOf(calendar, day); minute += 60) days.push(day)
    }
    const hours = days.length > 0 ? days : [start_date]
    for (const id of users.length > 0 ? users : [NOBODY]) {
      for (const day of hours) {
        const key = `${id}:${weekOf(day).from}`
        sums.set(key, (sums.get(key) ?? 0) + work / hours.length / Math.max(1, users.length))
      }
    }
  }
  return sums
}

describe('overload', () => {
  test.each<[string, number, number, number[]]>([
    ['fits', 0, 2400, []],
    ['more than is available', 0, 2401, [0]],
    ['overloaded already, and no more', 3000, 3000, []],
    ['overloaded already, and more', 3000, 3001, [0]],
    ['overloaded still, but less', 3000, 2500, []],
  ])('%s', (_, before, after, found) => {
    expect(newlyOverloaded(weekLoads([before], [2400]), weekLoads([after], [2400]))).toEqual(found)
  })
})

test('the nearest day without objections, with the objections to the days before', () => {
  const found = freeDay('2026-05-01', (day) => (day < '2026-05-03' ? [`${day}: занято`, 'и ещё'] : []))
  expect(found).toEqual({
    day: '2026-05-03',
    passed: ['2026-05-01', '2026-05-02'].map((day) => ({ day, reason: `${day}: занято` })),
  })
  expect(freeDay('2026-05-01', () => ['Занято']).day).toBeNull()
})

test('the nearest free day; a week that is taken as a whole is passed at once', () => {
  const asked: string[] = []
  const found = nearestDay('2026-05-05', (day) => {
    asked.push(day)
    if (day < '2026-05-11') return 'week'
    return day < '2026-05-13' ? 'day' : null
  })
  expect([found, asked]).toEqual(['2026-05-13', ['2026-05-05', '2026-05-11', '2026-05-12', '2026-05-13']])
  expect(nearestDay('2026-05-01', () => 'week')).toBeNull()
})

describe('an installation moved with its release', () => {
  const at = (by_rivc: boolean, by_client: boolean) => ({ releaseDate: '2026-05-04', by_rivc, by_client })
  test.each([
    ['nobody approved', at(false, false), 7, '2026-05-11', false],
    ['sent to the client', at(true, false), 7, '2026-05-11', true],
    ['agreed', at(true, true), -3, '2026-05-01', true],
    ['not moved at all', at(true, true), 0, '2026-05-04', false],
    ['moved into the past', at(true, true), -14, '2026-04-30', true],
  ])('%s', (_, installation, days, to, is_approval_lost) => {
    expect(shifted(installation, { days, earliest: '2026-04-30', free: (day) => day })).toEqual({
      to,
      is_approval_lost,
    })
  })

  test('goes on to a free day, and stays where it was meant to be if there is none', () => {
    const week = { days: 7, earliest: '2026-04-30' }
    expect(shifted(at(false, false), { ...week, free: () => '2026-05-12' }).to).toBe('2026-05-12')
    expect(shifted(at(false, false), { ...week, free: () => null }).to).toBe('2026-05-11')
  })
})
