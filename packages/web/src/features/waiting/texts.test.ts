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
  expect(dueInWords({ due, is_late }, 'UTC', Date.parse('2026-03-05T09:00Z'))).toBe(words)
})

it('shows the day of a moment by the reader’s clock', () => {
  const matter = {
    due: '2026-03-06',
    is_late: false,
    planned: { releaseDate: '2026-03-06', releaseTime: '22:00', zone: 'Europe/Moscow', company_zone: null },
  }
  const now = Date.parse('2026-03-05T09:00Z')
  expect(dueInWords(matter, 'Europe/Kaliningrad', now)).toBe('завтра')
  expect(dueInWords(matter, 'Asia/Yekaterinburg', now)).toBe('послезавтра')
  // It is the 6th there, as by the clock that the day is read by.
  expect(dueInWords(matter, 'Asia/Yekaterinburg', Date.parse('2026-03-05T19:30Z'))).toBe('завтра')
  const offered = { ...matter, planned: { ...matter.planned, releaseDate: '2026-04-01' } }
  expect(dueInWords(offered, 'Asia/Yekaterinburg', now)).toBe('завтра')
})

it('reads a day without a time by the company’s clock', () => {
  const matter = { due: '2026-03-05', due_zone: 'Asia/Kamchatka' }
  // It is the 6th there; in UTC it is still the 5th.
  const now = Date.parse('2026-03-05T13:00Z')
  expect(dueInWords({ ...matter, is_late: false }, 'UTC', now)).toBe('вчера')
  expect(dueInWords({ ...matter, is_late: true }, 'UTC', now + 86_400_000)).toBe('опоздание 2 дня')
  expect(dueInWords({ ...matter, due_zone: 'America/New_York', is_late: false }, 'UTC', now + 50_400_000)).toBe(
    'сегодня',
  )
})
