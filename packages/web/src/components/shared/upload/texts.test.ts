import { expect, test } from 'vitest'
import { stateOf } from './texts.ts'

test.each([
  ['waiting', 0, 'Ждёт загрузки'],
  ['queued', 0, 'Ждёт загрузки'],
  ['sending', 0.999, null],
  ['sending', 1, 'Проверяется на сервере'],
  ['lost', 0.456, 'Загружено 45 %. Выберите файл ещё раз, чтобы продолжить'],
  ['failed', 0.5, 'Отказ'],
] as const)('%s at %s says %s', (state, sent, text) => {
  expect(stateOf({ state, sent, message: 'Отказ' })).toBe(text)
})
