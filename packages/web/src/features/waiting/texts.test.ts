import { expect, it } from 'vitest'
import { countInWords, dueInWords, textInZones } from './texts.ts'

it('counts in words', () => {
  expect(countInWords({ total: 2, more: false })).toBe('2 дела')
  expect(countInWords({ total: 1000, more: true })).toMatch(/^больше 1\s000 дел$/)
})

it.each([
  [null, false, null],
  ['2026-03-02', true, 'опоздание 3 дня'],
  ['2026-03-06', false, 'завтра'],
  ['2026-05-06', false, '06.05.2026'],
])('a day of %s, late %s, is «%s»', (due, is_late, words) => {
  expect(dueInWords({ due, is_late }, new Date(2026, 2, 5))).toBe(words)
})

const planned = { releaseDate: '2026-03-05', releaseTime: '20:30', zone: 'Europe/Moscow' }
it.each([
  ['Europe/Moscow', '20:30 МСК · 03:30 пятница, Владивосток'],
  ['Asia/Vladivostok', '20:30 МСК · 03:30 пятница, Владивосток'],
  ['Asia/Yekaterinburg', '20:30 МСК · 22:30, Екатеринбург · 03:30 пятница, Владивосток'],
])('the hour is read by the clock of %s as well', (reader, hours) => {
  const text = 'Установка: 05.03.2026, четверг, 20:30 МСК · 03:30 пятница, Владивосток. Вы замещаете: Елена Денисова'
  const read = textInZones({ text, planned: { ...planned, company_zone: 'Asia/Vladivostok' } }, reader)
  expect(read).toBe(`Установка: 05.03.2026, четверг, ${hours}. Вы замещаете: Елена Денисова`)
})

it('words without an hour are left alone', () => {
  expect(textInZones({ text: 'Установка: 05.03.2026', planned: null })).toBe('Установка: 05.03.2026')
})
