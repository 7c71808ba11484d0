import { describe, expect, it, test } from 'vitest'
import { formatDay, formatLongDay, formatRange, formatShortDay, formatShortRange, isDay, nearDay } from './dates.ts'
import { parseDay } from './typed-day.ts'

describe('parseDay', () => {
  it.each([
    ['01.02.2026', '2026-02-01'],
    ['25.12.2026', '2026-12-25'],
    ['5.3.2026', '2026-03-05'],
    ['05.03.26', '2026-03-05'],
    ['05/03/2026', '2026-03-05'],
    ['05032026', '2026-03-05'],
  ])('reads %s day first', (typed, day) => expect(parseDay(typed)).toBe(day))

  it.each(['', '31.02.2026', '12.25.2026', '2026', 'завтра', '1.2'])('refuses «%s»', (typed) => {
    expect(parseDay(typed)).toBeNull()
  })
})

test.each([
  ['2026-11-20', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['2026-1-1', false],
  ['2026-11-20T10:00', false],
  ['20.11.2026', false],
  ['', false],
])('«%s» is a day: %s', (value, is) => expect(isDay(value)).toBe(is))

describe('dates as text', () => {
  const today = '2026-11-20'
  it.each([
    ['2026-11-20', 'сегодня'],
    ['2026-11-21', 'завтра'],
    ['2026-11-19', 'вчера'],
    ['2026-11-23', 'через 3 дня'],
    ['2026-11-15', '5 дней назад'],
    ['2027-01-20', null],
  ])('%s is described in words', (day, words) => expect(nearDay(day, today)).toBe(words))

  it('formats days and ranges', () => {
    expect(formatDay('2026-03-05')).toBe('05.03.2026')
    expect(formatDay(null)).toBe('–')
    expect(formatRange('2026-09-01', '2026-11-20')).toBe('01.09 – 20.11.2026')
    expect(formatRange('2025-09-01', '2026-11-20')).toBe('01.09.2025 – 20.11.2026')
    expect(formatRange('2026-09-01', null)).toBe('с 01.09.2026')
  })
})

describe('short days', () => {
  const today = '2026-11-20'
  it('are without their year only in the current one', () => {
    expect(formatShortDay('2026-12-31', today)).toBe('31.12')
    expect(formatShortDay('2023-04-27', today)).toBe('27.04.2023')
    expect(formatShortDay('2027-01-01', today)).toBe('01.01.2027')
    expect(formatShortDay(null, today)).toBe('–')
  })
  it('are a range in the same way', () => {
    expect(formatShortRange('2026-08-28', '2026-11-06', today)).toBe('28.08 – 06.11')
    expect(formatShortRange('2026-11-17', '2027-01-18', today)).toBe('17.11.2026 – 18.01.2027')
    expect(formatShortRange('2023-02-09', '2023-04-25', today)).toBe('09.02 – 25.04.2023')
  })
})

describe('formatLongDay', () => {
  const today = '2026-11-20'
  it('includes the year only when it is another one', () => {
    expect(formatLongDay('2026-12-21', today)).toBe('21 декабря, понедельник')
    expect(formatLongDay('2027-01-21', today)).toBe('21 января 2027, четверг')
  })
})
