import { expect, it } from 'vitest'
import { leftOpenInWords } from './texts.ts'

it.each([
  [0, undefined],
  [1, 'замечание останется открытым'],
  [2, '2 замечания останутся открытыми'],
  [21, '21 замечание останется открытым'],
])('the verb goes with the number of remarks that stay open: %i', (other, words) =>
  expect(leftOpenInWords({ blocking: 0, other, unanswered: 0 })).toBe(words),
)
