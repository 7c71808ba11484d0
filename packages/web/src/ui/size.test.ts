import { expect, it } from 'vitest'
import { formatSize } from './size.ts'

it.each([
  [0, '0 Б'],
  [1023, '1 023 Б'],
  [1024, '1 КБ'],
  [1536, '1,5 КБ'],
  [152_000, '148 КБ'],
  [12_400_000, '11,8 МБ'],
  [2 * 1024 ** 3, '2 ГБ'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatSize(bytes).replaceAll('\u00a0', ' ')).toBe(text)
})
