import { expect, test } from 'vitest'
import { hoursOf } from '../../calendars/rules/week.ts'
import { nextFetchReminder } from './reminding.ts'

/** Published on a Friday before a holiday on Monday the 9th; open from nine to six in Moscow. */
const hours = hoursOf({ zone: 'Europe/Moscow', working: null, closed: [] }, new Map([['2026-03-09', 0]]))
const at = (day: string, time = '10:00') => Date.parse(`${day}T${time}:00+03:00`)
const published_at = at('2026-03-06')
const byStep = (step: number, day: string) => ({ step, at: at(day) })
const byHand = (day: string) => ({ step: null, at: at(day) })
const next = (reminded: { step: number | null; at: number }[], now: number) =>
  nextFetchReminder({ published_at, reminded }, now, hours)

test.each([
  ['first on the second working day, when it begins', [], at('2026-03-06'), { step: 1, at: at('2026-03-11', '09:00') }],
  ['then on the fifth', [byStep(1, '2026-03-11')], at('2026-03-12'), { step: 2, at: at('2026-03-16', '09:00') }],
  [
    'a missed one as soon as the company works again',
    [],
    at('2026-03-13', '20:00'),
    { step: 1, at: at('2026-03-16', '09:00') },
  ],
  ['in working hours: now', [], at('2026-03-13', '12:00'), { step: 1, at: at('2026-03-13', '12:00') }],
  [
    'at the earliest a working day after one by hand',
    [byHand('2026-03-11')],
    at('2026-03-11', '12:00'),
    { step: 1, at: at('2026-03-12', '09:00') },
  ],
  [
    'not after one that was noted while the clock was ahead',
    [byHand('2027-03-11')],
    at('2026-03-06'),
    { step: 1, at: at('2026-03-11', '09:00') },
  ],
  ['two are enough', [byStep(1, '2026-03-11'), byStep(2, '2026-03-16')], at('2026-03-17'), undefined],
  ['and five, no matter by whom', Array.from({ length: 5 }, () => byHand('2026-03-10')), at('2026-03-11'), undefined],
] satisfies [string, { step: number | null; at: number }[], number, ReturnType<typeof next>][])(
  '%s',
  (_, reminded, now, expected) => expect(next(reminded, now)).toEqual(expected),
)

test('a company that never works is never reminded', () => {
  const never = hoursOf({ zone: 'Europe/Moscow', working: [], closed: [] }, new Map())
  expect(nextFetchReminder({ published_at, reminded: [] }, at('2026-03-20'), never)).toBeUndefined()
})
