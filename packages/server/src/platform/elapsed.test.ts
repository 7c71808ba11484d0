import { expect, test } from 'vitest'
import { hasBeen, hasCome, msSince } from './elapsed.ts'

const NOW = Date.parse('2026-03-06T10:00:00.000Z')

test.each([
  ['2026-03-06T09:00:00.000Z', 3_600_000, true],
  ['2026-03-06T10:01:00.000Z', 0, true],
  ['2026-03-06T10:01:00.001Z', Infinity, false],
])('how long ago %s was', (moment, ms, isKnown) => {
  expect([msSince(moment, NOW), msSince(Date.parse(moment), NOW), hasBeen(moment, NOW)]).toEqual([ms, ms, isKnown])
})

test.each([
  ['2026-03-06T10:00:00.000Z', true],
  ['2026-03-06T10:00:00.001Z', false],
  ['2026-03-06T11:01:00.000Z', false],
  ['2026-03-06T11:01:00.001Z', true],
])('whether %s, until which something waits for at most an hour, has come', (moment, has) => {
  expect(hasCome(moment, '2026-03-06T10:00:00.000Z', 3_600_000)).toBe(has)
})
