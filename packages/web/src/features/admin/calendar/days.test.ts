import type { adminCalendar } from '@vypusk/contract'
import { describe, expect, it } from 'vitest'
import { dayAfterKey, yearDayInWords, kindOf, monthsOf, workOf } from './days.ts'

const day = (overrides: Partial<adminCalendar.YearDay>): adminCalendar.YearDay => ({
  day: '2026-05-11',
  minutes: 480,
  name: '',
  is_special: false,
  ...overrides,
})
const may = Array.from({ length: 31 }, (_, index) => day({ day: `2026-05-${String(index + 1).padStart(2, '0')}` }))

it.each([
  [{}, 'usual', 'рабочий день'],
  [{ minutes: 0 }, 'usual', 'выходной'],
  [{ minutes: 0, is_special: true, name: 'День Победы' }, 'off', 'выходной, День Победы'],
  [{ minutes: 420, is_special: true }, 'short', 'сокращённый день'],
  [{ minutes: 480, is_special: true, name: 'Рабочая суббота' }, 'working', 'рабочий день, Рабочая суббота'],
])('%j is %s', (input, kind, words) => {
  expect(kindOf(day(input))).toBe(kind)
  expect(yearDayInWords(day(input))).toMatch(new RegExp(`^11 \\S+, \\S+, ${words}$`))
})

describe('a month', () => {
  it('begins on its weekday', () => {
    expect(monthsOf(may)).toMatchObject([{ number: 5, before: 4, days: { length: 31 } }])
  })

  it('counts working days and hours', () => {
    expect(workOf([day({}), day({ minutes: 420 }), day({ minutes: 0 })])).toEqual({ days: 2, minutes: 900 })
  })
})

it.each([
  ['2026-05-11', 'ArrowDown', '2026-05-18'],
  ['2026-05-11', 'ArrowUp', '2026-05-04'],
  ['2026-05-11', 'ArrowRight', '2026-05-12'],
  ['2026-05-01', 'ArrowLeft', null],
  ['2026-05-31', 'ArrowDown', null],
  ['2026-05-11', 'Enter', null],
])('from %s, %s leads to %s', (from, key, to) => expect(dayAfterKey(may, from, key)).toBe(to))
