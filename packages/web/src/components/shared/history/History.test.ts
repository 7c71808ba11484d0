import { expect, it } from 'vitest'
import { recordedInWords } from './History.tsx'

it.each([
  [null, '–'],
  ['', '–'],
  [[], '–'],
  [0, '0'],
  ['2026-03-05T12:00:00.000Z', expect.stringMatching(/^05\.03\.2026 \d\d:00$/)],
])('shows %j as %s', (value, words) => expect(recordedInWords(value)).toEqual(words))
