import { expect, test } from 'vitest'
import { countedAtMost, isInPieces } from './rules.ts'

test.each([
  ['отч', true],
  ['ОТЧЁТ', true],
  ['в 1с', true],
  ['а б', true],
  ['1с ', true],
  ['1с', false],
  ['я', false],
  ['--', false],
  ['%_%', false],
  ['', false],
])('an index of pieces knows «%s»: %s', (words, known) => expect(isInPieces(words)).toBe(known))

test.each([
  [{ page: 1, per_page: 50 }, 100_000],
  [{ page: 1, per_page: 50, search_string: 'отчёт' }, 10_000],
  [{ page: 200, per_page: 50, search_string: 'отчёт' }, 10_050],
  [{ page: 3000, per_page: 50, search_string: '' }, 150_050],
])('%j is counted up to %i', (query, bound) => expect(countedAtMost(query)).toBe(bound))
