import { expect, it } from 'vitest'
import { countInWords, dueInWords } from './texts.ts'

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

it('shows the day of a moment by the reader’s clock', () => {
  const matter = {
    due: '2026-03-06',
    is_late: false,
    planned: { releaseDate: '2026-03-06', releaseTime: '22:00', zone: 'Europe/Moscow', company_zone: null },
  }
  const now = new Date(2026, 2, 5)
  expect(dueInWords(matter, now, 'Europe/Kaliningrad')).toBe('завтра')
  expect(dueInWords(matter, now, 'Asia/Yekaterinburg')).toBe('послезавтра')
  const offered = { ...matter, planned: { ...matter.planned, releaseDate: '2026-04-01' } }
  expect(dueInWords(offered, now, 'Asia/Yekaterinburg')).toBe('завтра')
})
