import { describe, expect, it } from 'vitest'
import { formatHours, parseDuration, readDuration } from './duration.ts'

describe('duration', () => {
  it.each([
    ['7:30', 450],
    ['7,5', 450],
    ['7.5 ч', 450],
    ['7ч 30м', 450],
    ['90м', 90],
    ['90 мин', 90],
    ['0', 0],
    ['100:05', 6005],
    [' 24 ', 1440],
    ['0,25', 15],
  ])('reads %s', (typed, minutes) => expect(parseDuration(typed)).toBe(minutes))

  it.each(['', 'много', '7:75', '-3', '1:2:3', '7,5,1'])('refuses «%s»', (typed) =>
    expect(parseDuration(typed)).toBeNull(),
  )

  it.each(['10001', '99999999', '123456:00', '100000ч 30м', '9999999м'])('says of «%s» that it is too much', (typed) =>
    expect(readDuration(typed)).toEqual({ fault: 'Не больше 10 000 часов' }),
  )

  it('rounds totals to hours', () => expect(formatHours(564_600)).toBe('9\u00a0410 ч'))
})
