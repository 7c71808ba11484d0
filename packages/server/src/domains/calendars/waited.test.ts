import { expect, test } from 'vitest'
import { waitedBetween } from './rules/week.ts'

const at = (text: string) => new Date(text)
/** A Monday off. */
const production = new Map([['2026-03-09', 0]])
const usual = { zone: 'Europe/Moscow', weekdays: null }

test.each([
  ['the same day', '2026-03-05T06:00:00Z', '2026-03-05T18:00:00Z', 0],
  ['from one working day to the next', '2026-03-05T06:00:00Z', '2026-03-06T05:00:00Z', 1],
  ['over a weekend and a holiday', '2026-03-06T06:00:00Z', '2026-03-10T06:00:00Z', 1],
  ['into a weekend', '2026-03-06T06:00:00Z', '2026-03-08T06:00:00Z', 0],
  ['backwards', '2026-03-06T06:00:00Z', '2026-03-01T06:00:00Z', 0],
])('%s', (_, asked, now, days) => expect(waitedBetween(at(asked), at(now), usual, production)).toBe(days))

test('a company that works on Saturdays has waited on Saturday, and no company on a holiday', () => {
  const week = { zone: 'Europe/Moscow', weekdays: new Set([0, 5]) }
  expect(waitedBetween(at('2026-03-06T06:00:00Z'), at('2026-03-10T06:00:00Z'), week, production)).toBe(1)
})

test('its day begins by its own clock', () => {
  const [asked, now] = [at('2026-03-05T06:00:00Z'), at('2026-03-05T15:00:00Z')]
  expect(waitedBetween(asked, now, usual, production)).toBe(0)
  expect(waitedBetween(asked, now, { zone: 'Asia/Vladivostok', weekdays: null }, production)).toBe(1)
})
