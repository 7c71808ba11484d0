import { expect, it } from 'vitest'
import { titleWith, waitingBadge, waitingLabel } from './texts.ts'

it('shows how much waits, and nothing when nothing does', () => {
  expect(waitingLabel({ total: 3, more: false })).toBe('Ждёт меня: 3')
  expect(waitingLabel({ total: 1000, more: true })).toMatch(/^Ждёт меня: 1\s000\+$/)
  expect(waitingLabel({ total: 0, more: false })).toBe('Ждёт меня')
  expect(waitingLabel(undefined)).toBe('Ждёт меня')
})

it('limits the badge to two digits', () => {
  expect([3, 99, 100, 0].map((total) => waitingBadge({ total, more: false }))).toEqual(['3', '99', '99+', null])
  expect(titleWith('Релизы · Выпуск', { total: 3, more: false })).toBe('(3) Релизы · Выпуск')
  expect(titleWith('Релизы · Выпуск', undefined)).toBe('Релизы · Выпуск')
})
