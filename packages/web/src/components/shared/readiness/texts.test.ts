import { expect, it } from 'vitest'
import { readinessInWords } from './texts.ts'

it.each([
  [1, 5, '1 из 5 согласовала'],
  [3, 5, '3 из 5 согласовали'],
  [0, 5, '0 из 5 согласовали'],
  [21, 30, '21 из 30 согласовала'],
  [0, 0, 'Согласование не нужно'],
])('%i of %i companies agreed', (agreed, expected, words) => expect(readinessInWords({ agreed, expected })).toBe(words))
