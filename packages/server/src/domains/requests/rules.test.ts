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
  [{ page: 1, per_page: 50 }, 100_000],
  [{ page: 1, per_page: 50, search_string: 'отчёт' }, 10_000],
  [{ page: 200, per_page: 50, search_string: 'отчёт' }, 10_050],
  [{ page: 3000, per_page: 50, search_string: '' }, 150_050],
])('%j is counted up to %i', (query, bound) => expect(countedAtMost(query)).toBe(bound))
