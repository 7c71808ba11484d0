import { expect, test } from 'vitest'
import { isInPieces } from './sql.ts'

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
])('the trigram index can find «%s»: %s', (words, known) => expect(isInPieces(words)).toBe(known))
