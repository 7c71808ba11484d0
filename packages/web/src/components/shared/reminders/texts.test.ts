import { expect, test } from 'vitest'
import { nextInWords, unlessAnswered } from './texts.ts'

const at = '2030-03-12T07:00:00.000Z'
const VLADIVOSTOK = 'Asia/Vladivostok'

test.each([
  ['recipients', 'Если не ответить, напомним письмом 12.03.2030 в 10:00 МСК · 17:00, Владивосток.'],
  ['deputy', 'Если не ответить, спросим вашего заместителя 12.03.2030 в 10:00 МСК · 17:00, Владивосток.'],
  ['head', 'Если не ответить, спросим вашего руководителя 12.03.2030 в 10:00 МСК · 17:00, Владивосток.'],
  ['team', null],
] as const)('a client reads what comes unless it answers: %s', (stage, words) => {
  expect(unlessAnswered({ stage, at, day: '2030-03-12' }, VLADIVOSTOK, 'Europe/Moscow')).toBe(words)
})

test('shows staff whom the schedule turns to', () => {
  expect(nextInWords({ stage: 'deputy', at, day: '2030-03-12' }, null)).toMatch(/^Напомним заместителю 12\.03\.2030 в /)
})
