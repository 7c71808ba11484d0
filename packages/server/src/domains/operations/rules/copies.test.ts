import { expect, test } from 'vitest'
import { dueMoment, isCopyDue, isCopyOld } from './copies.ts'

/** Times by the installation's clock, whatever its zone. */
const at = (day: number, hour: number, minute = 0) => new Date(2026, 2, day, hour, minute)
const isoAt = (...moment: Parameters<typeof at>) => at(...moment).toISOString()

test('a backup was last due today once its hour has come, yesterday before', () => {
  expect(dueMoment(at(6, 2, 30), '02:30')).toEqual(at(6, 2, 30))
  expect(dueMoment(at(6, 2, 29), '02:30')).toEqual(at(5, 2, 30))
  expect(dueMoment(at(1, 0, 0), '23:59')).toEqual(new Date(2026, 1, 28, 23, 59))
})

test.each([
  ['the first one at once', {}, true],
  ['made tonight', { tried_at: isoAt(6, 2, 31), made_at: isoAt(6, 2, 40) }, false],
  ['made only last night', { tried_at: isoAt(5, 2, 31), made_at: isoAt(5, 2, 40) }, true],
  ['failed a moment ago', { tried_at: isoAt(6, 8, 31), made_at: isoAt(5, 2, 40) }, false],
  ['failed an hour ago', { tried_at: isoAt(6, 8, 0), made_at: isoAt(5, 2, 40) }, true],
  ['the machine was off at night', { tried_at: isoAt(4, 2, 30), made_at: isoAt(4, 2, 40) }, true],
])('whether a backup is due at nine: %s', (_, known, isDue) => expect(isCopyDue(at(6, 9), '02:30', known)).toBe(isDue))

test('a backup is old after a day and a half', () => {
  expect([isCopyOld(at(6, 14, 29), isoAt(5, 2, 30)), isCopyOld(at(6, 14, 31), isoAt(5, 2, 30))]).toEqual([false, true])
})
