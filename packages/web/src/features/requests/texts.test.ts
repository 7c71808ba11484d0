import { expect, it } from 'vitest'
import { countsInWords, foundSoFar, requestsCount } from './texts.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

it('counts the filtered set', () => {
  const counts = { total: 1284, planned_time: 564_600, in_backlog: 312, paid: 540 }
  expect(plain(countsInWords(counts, false))).toBe('1 284 заявки · 9 410 ч · 312 в бэклоге · 540 платных')
  expect(countsInWords({ total: 1, planned_time: null, in_backlog: null, paid: 1 }, false)).toBe('1 заявка · 1 платная')
  const unknown = { total: 10_000, planned_time: null, in_backlog: null, paid: null }
  expect(plain(countsInWords(unknown, true))).toBe('более 10 000 заявок')
})

it.each([
  [1, '1 заявка'],
  [2, '2 заявки'],
  [5, '5 заявок'],
  [11, '11 заявок'],
  [21, '21 заявка'],
])('%i', (count, words) => expect(requestsCount(count)).toBe(words))

it('shows how far a slow search has come, and where it failed', () => {
  expect(plain(foundSoFar(3, 30_000, false))).toBe('3 заявки среди последних 30 000, ищем дальше…')
  expect(plain(foundSoFar(1, 30_000, true))).toBe('1 заявка среди последних 30 000, дальше поискать не получилось')
})
