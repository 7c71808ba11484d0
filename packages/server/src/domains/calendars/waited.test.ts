import { expect, test } from 'vitest'
import { hoursOf, waitedBetween, type Week } from './rules/week.ts'

const at = (text: string) => new Date(text)
/** A Monday that is a holiday. */
const production = new Map([['2026-03-09', 0]])
const usual: Week = { zone: 'Europe/Moscow', working: null, closed: [] }
const waited = (asked: string, now: string, week = usual) =>
  waitedBetween(at(asked), at(now), hoursOf(week, production))
const spans = (...weekdays: number[]) => weekdays.map((weekday) => ({ weekday, from: '10:00', to: '19:00' }))

test.each([
  ['the same day', '2026-03-05T06:00:00Z', '2026-03-05T18:00:00Z', 0],
  ['from one working day to the next', '2026-03-05T06:00:00Z', '2026-03-06T05:00:00Z', 1],
  ['over a weekend and a holiday', '2026-03-06T06:00:00Z', '2026-03-10T06:00:00Z', 1],
  ['into a weekend', '2026-03-06T06:00:00Z', '2026-03-08T06:00:00Z', 0],
  ['backwards', '2026-03-06T06:00:00Z', '2026-03-01T06:00:00Z', 0],
])('%s', (_, asked, now, days) => expect(waited(asked, now)).toBe(days))

test('a Saturday counts for a company that works then, a holiday for no company', () => {
  const week = { ...usual, working: spans(0, 5) }
  expect(waited('2026-03-06T06:00:00Z', '2026-03-10T06:00:00Z', week)).toBe(1)
})

test('the day of the company begins by its own clock', () => {
  const [asked, now] = ['2026-03-05T06:00:00Z', '2026-03-05T15:00:00Z']
  expect(waited(asked, now)).toBe(0)
  expect(waited(asked, now, { ...usual, zone: 'Asia/Vladivostok' })).toBe(1)
})

test('closed days are not working days', () => {
  const closed = [{ date_from: '2026-03-05', date_to: '2026-03-06' }]
  expect(waited('2026-03-04T06:00:00Z', '2026-03-10T06:00:00Z', { ...usual, closed })).toBe(1)
})

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

test.each([
  ['in its hours: now', '2026-03-05T07:00:00Z', usual, '2026-03-05T07:00:00.000Z'],
  ['before them: when they begin', '2026-03-05T03:00:00Z', usual, '2026-03-05T06:00:00.000Z'],
  ['in the evening, before a holiday', '2026-03-06T15:00:00Z', usual, '2026-03-10T06:00:00.000Z'],
  ['by its own clock', '2026-03-05T07:00:00Z', { ...usual, zone: 'Asia/Vladivostok' }, '2026-03-05T07:00:00.000Z'],
  [
    'by its own clock, over',
    '2026-03-05T09:00:00Z',
    { ...usual, zone: 'Asia/Vladivostok' },
    '2026-03-05T23:00:00.000Z',
  ],
  ['by its own hours', '2026-03-05T06:30:00Z', { ...usual, working: spans(3) }, '2026-03-05T07:00:00.000Z'],
  ['never at work', '2026-03-05T06:30:00Z', { ...usual, working: [] }, null],
] satisfies [string, string, Week, string | null][])('the company is at work %s', (_, now, week, moment) => {
  expect(iso(hoursOf(week, production).from(Date.parse(now)))).toBe(moment)
})

test('between two spans of a day work begins with the second', () => {
  const working = [
    { weekday: 3, from: '14:00', to: '18:00' },
    { weekday: 3, from: '09:00', to: '13:00' },
  ]
  const { from, opens } = hoursOf({ ...usual, working }, production)
  expect(iso(from(Date.parse('2026-03-05T10:30:00Z')))).toBe('2026-03-05T11:00:00.000Z')
  expect(iso(opens('2026-03-05'))).toBe('2026-03-05T06:00:00.000Z')
})

test('after a change of the clocks work begins at the same local time', () => {
  const { opens } = hoursOf({ ...usual, zone: 'Europe/Berlin' }, new Map())
  expect([iso(opens('2026-03-27')), iso(opens('2026-03-30'))]).toEqual([
    '2026-03-27T08:00:00.000Z',
    '2026-03-30T07:00:00.000Z',
  ])
})
