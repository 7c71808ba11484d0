import { expect, test } from 'vitest'
import { dueMoment, isCopyDue, isCopyOld, oldCopySentence } from './copies.ts'

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
  ['made while the clock was ahead', { tried_at: isoAt(5, 2, 30), made_at: isoAt(26, 2, 40) }, true],
  ['tried while the clock was ahead', { tried_at: isoAt(26, 2, 30), made_at: isoAt(5, 2, 40) }, true],
  ['the machine was off at night', { tried_at: isoAt(4, 2, 30), made_at: isoAt(4, 2, 40) }, true],
])('whether a backup is due at nine: %s', (_, known, isDue) => expect(isCopyDue(at(6, 9), '02:30', known)).toBe(isDue))

test('a backup is old after a day and a half', () => {
  expect([isCopyOld(at(6, 14, 29), isoAt(5, 2, 30)), isCopyOld(at(6, 14, 31), isoAt(5, 2, 30))]).toEqual([false, true])
})

test('how old a backup is whose moment is still to come is unknown, and administrators are told so', () => {
  expect(isCopyOld(at(6, 9), isoAt(26, 2))).toBe(true)
  expect(oldCopySentence(at(6, 9), isoAt(26, 2), '26.03.2026 02:00')).toBe(
    'Когда сделана последняя проверенная копия, неизвестно: часы сервера показывали тогда 26.03.2026 02:00',
  )
})
