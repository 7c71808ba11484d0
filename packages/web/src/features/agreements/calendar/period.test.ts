import { expect, it } from 'vitest'
import { known, periodOf, weeksOf } from './period.ts'

it('shows a month in whole weeks from Monday', () => {
  expect(periodOf('month', '2026-12-20')).toEqual({
    from: '2026-11-30',
    to: '2027-01-03',
    title: 'Декабрь 2026',
    previous: '2026-11-01',
    next: '2027-01-01',
  })
})

it('lists a month without neighbouring days', () => {
  expect(periodOf('list', '2026-02-28')).toMatchObject({ from: '2026-02-01', to: '2026-02-28', title: 'Февраль 2026' })
})

it.each([
  ['2026-12-13', '2026-12-07', '2026-12-13', '7–13 декабря 2026'],
  ['2026-11-30', '2026-11-30', '2026-12-06', '30 ноября – 6 декабря 2026'],
  ['2027-01-01', '2026-12-28', '2027-01-03', '28 декабря 2026 – 3 января 2027'],
])('the week of %s is %s to %s: %s', (day, from, to, title) => {
  expect(periodOf('week', day)).toMatchObject({ from, to, title })
})

it('moves to the neighbouring periods from any day, including the 31st', () => {
  expect(periodOf('month', '2026-03-31')).toMatchObject({ previous: '2026-02-01', next: '2026-04-01' })
  expect(periodOf('week', '2026-03-31')).toMatchObject({ previous: '2026-03-23', next: '2026-04-06' })
})

it('splits the days into weeks', () => {
  const weeks = weeksOf({ from: '2026-11-30', to: '2027-01-03' })
  expect(weeks.map((week) => [week[0], week.at(-1)])).toEqual([
    ['2026-11-30', '2026-12-06'],
    ['2026-12-07', '2026-12-13'],
    ['2026-12-14', '2026-12-20'],
    ['2026-12-21', '2026-12-27'],
    ['2026-12-28', '2027-01-03'],
  ])
})

it('does not go beyond the days that the server accepts', () => {
  expect(periodOf('month', '2000-01-05')).toMatchObject({ from: '1999-12-27', previous: '2000-01-01' })
  expect(periodOf('week', '2100-12-31')).toMatchObject({ to: '2101-01-02', next: '2100-12-31' })
  expect(known({ date_from: '1999-12-27', date_to: '2101-01-02' })).toEqual({
    date_from: '2000-01-01',
    date_to: '2100-12-31',
  })
})
