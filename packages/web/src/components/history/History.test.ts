import { expect, it } from 'vitest'
import { valueInWords } from './History.tsx'

it.each([
  [null, '–'],
  ['', '–'],
  [true, 'да'],
  [0, '0'],
  [[{ name: 'Анна' }, { name: 'Пётр' }], 'Анна, Пётр'],
  [{ idcomp: 1, namecomp: 'Порт' }, 'Порт'],
  [[], '–'],
])('says %j as %s', (value, words) => expect(valueInWords(value)).toBe(words))
