import { expect, test } from 'vitest'
import { clockOf, dayInWords, momentInWords, oneLine, plannedInWords } from './plain-text.ts'

test('subjects stay one line', () => {
  expect(oneLine('Релиз\r\nBcc: all@example.ru\u0000 5')).toBe('Релиз Bcc: all@example.ru 5')
})

test('days and moments are written as people read them', () => {
  expect(dayInWords('2026-03-05')).toBe('05.03.2026')
  expect(momentInWords('2026-03-05T09:04:00.000Z')).toBe('05.03.2026 09:04')
})

test.each([
  ['Europe/Moscow', 'МСК'],
  ['Asia/Yekaterinburg', 'UTC+5'],
  ['Asia/Kolkata', 'UTC+5:30'],
  ['America/New_York', 'UTC−5'],
  ['UTC', 'UTC'],
])('the clock in %s is called %s', (zone, clock) => {
  process.env['TZ'] = zone
  try {
    expect(clockOf('2026-03-05', '22:00')).toBe(clock)
  } finally {
    process.env['TZ'] = 'UTC'
  }
})

test.each([
  [null, null, 'не назначена'],
  ['2026-03-05', null, '05.03.2026, четверг'],
  ['2026-03-05', '22:00', '05.03.2026, четверг, 22:00 UTC'],
])('an installation on %s at %s is written %s', (releaseDate, releaseTime, words) => {
  expect(plannedInWords({ releaseDate, releaseTime })).toBe(words)
})

test.each([
  ['Asia/Vladivostok', '05.03.2026, четверг, 22:00 UTC · 08:00 пятница, Владивосток'],
  ['Europe/Kaliningrad', '05.03.2026, четверг, 22:00 UTC · 00:00 пятница, Калининград'],
  ['UTC', '05.03.2026, четверг, 22:00 UTC'],
  [null, '05.03.2026, четверг, 22:00 UTC'],
])('with the time at a company in %s it is written %s', (company_zone, words) => {
  expect(plannedInWords({ releaseDate: '2026-03-05', releaseTime: '22:00', company_zone })).toBe(words)
})
