import { webhooks } from '@vypusk/contract'
import { expect, it } from 'vitest'
import { attemptText, hasArrived, kindName, subjectOf } from './texts.ts'

const attempt = (status: number | null) => ({ id: 1, at: '', took_ms: 35, status, answer: 'Соединение не принято' })

it.each([
  [200, 'ответ 200 за 35 мс', true],
  [302, 'ответ 302 за 35 мс', false],
  [null, 'Соединение не принято', false],
])('an attempt answered with %s is described as «%s»', (status, text, arrived) => {
  expect(attemptText(attempt(status))).toBe(text)
  expect(hasArrived(attempt(status))).toBe(arrived)
})

it('every kind has a name of its own', () => {
  expect(new Set(webhooks.kinds.map(kindName)).size).toBe(webhooks.kinds.length)
  expect(kindName('test')).toBe('Проверка')
})

it('a channel about a company is named as people read the company', () =>
  expect(subjectOf({ release: null, company: { idcomp: 7, namecomp: 'АО &quot;Порт&quot;' } })).toBe(
    'Канал мессенджера: АО "Порт"',
  ))
