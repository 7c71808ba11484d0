import type { notices } from '@vypusk/contract'
import { expect, it } from 'vitest'
import { aboutNotice } from './about-notice.ts'
import { badgeOf, bellLabel } from './texts.ts'

const notice: notices.Notice = {
  id: 1,
  kind: 'changed',
  reason: 'responsible',
  title: 'Весна',
  text: 'Этап',
  moments: [],
  doer: 'Анна',
  href: '/releases/5',
  at: new Date(2026, 2, 5, 9, 5).toISOString(),
  read: false,
  settled: false,
}

it('shows who, why and when', () => {
  expect(aboutNotice(notice, '2026-03-05')).toBe('Анна · вы ответственный · 09:05')
  expect(aboutNotice({ ...notice, doer: '', reason: 'watching' }, '2026-03-06')).toBe('вы следите · 05.03 09:05')
  const settled = { ...notice, settled: true }
  expect(aboutNotice(settled, '2026-03-05')).toBe('Анна · вы ответственный · 09:05 · уже решено')
})

it('counts up to a hundred', () => {
  expect([badgeOf(1), badgeOf(99), badgeOf(100)]).toEqual(['1', '99', '99+'])
  expect([bellLabel(0), bellLabel(2)]).toEqual(['Уведомления', 'Уведомления, непрочитанных: 2'])
})
