import { expect, test } from 'vitest'
import { countedAtMost, isSyllable } from './rules.ts'

test.each([
  ['ос', true],
  ['7я', true],
  ['я', false],
  ['осы', false],
  ['а ', false],
  ['№1', false],
])('«%s» is a syllable: %s', (words, is) => expect(isSyllable(words)).toBe(is))

test.each([
  ['index', 1, 100_000],
  ['words', 1, 10_000],
  ['letters', 1, 1000],
  ['words', 200, 10_050],
  ['index', 3000, 150_050],
] as const)('found by %s, on page %i, it is counted up to %i', (by, page, bound) =>
  expect(countedAtMost({ page, per_page: 50 }, by)).toBe(bound),
)
