import { expect, it } from 'vitest'
import { whatTheyDo } from './words.ts'

it.each([
  ['', 'Анна смотрит'],
  ['description', 'Анна смотрит «Описание»'],
  ['edit', 'Анна изменяет'],
  ['something new', 'Анна смотрит'],
])('%j is «%s»', (note, words) => expect(whatTheyDo({ id: 1, name: 'Анна', note })).toBe(words))
