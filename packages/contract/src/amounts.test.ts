import { expect, test } from 'vitest'
import { countOf, minutesInWords, sizeInWords } from './amounts.ts'

test.each([
  [0, '00:00'],
  [450, '07:30'],
  [6030, '100:30'],
  [-750, '−12:30'],
])('%i minutes are %s', (minutes, text) => expect(minutesInWords(minutes)).toBe(text))

test.each([
  [0, '0 Б'],
  [1023, '1 023 Б'],
  [1024, '1 КБ'],
  [1536, '1,5 КБ'],
  [152_000, '148 КБ'],
  [12_400_000, '11,8 МБ'],
  [2 * 1024 ** 3, '2 ГБ'],
])('%d bytes are %s', (bytes, text) => expect(sizeInWords(bytes).replaceAll('\u00a0', ' ')).toBe(text))

test.each([
  [1, '1 заявка'],
  [2, '2 заявки'],
  [5, '5 заявок'],
  [11, '11 заявок'],
  [1284, '1 284 заявки'],
])('%i as %s', (count, text) =>
  expect(countOf(count, ['заявка', 'заявки', 'заявок']).replaceAll('\u00a0', ' ')).toBe(text),
)
