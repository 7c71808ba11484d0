import { expect, it } from 'vitest'
import { choiceOf, optionsFor, unnamedInWords, valueOf } from './import-values.ts'
import { merged } from './importing.ts'

it.each([null, 'new', 0, 7] as const)('converts a choice to an option and back: %s', (choice) =>
  expect(choiceOf(valueOf(choice))).toBe(choice),
)

it('options of the same name show their numbers, and the default shows what it is', () => {
  const options = [
    { id: 1, name: 'Анна Орлова' },
    { id: 2, name: 'Анна Орлова' },
    { id: 3, name: 'Пётр Иванов' },
  ]
  const column = { field: 'author', title: 'Автор', fallback: 'Кто загружает', options, can_create: false } as const
  expect(optionsFor({ ...column, words: [], words_count: 0 }).map(({ label }) => label)).toEqual([
    'По умолчанию: Кто загружает',
    'Анна Орлова (№ 1)',
    'Анна Орлова (№ 2)',
    'Пётр Иванов',
  ])
})

it('combines new choices with earlier ones', () => {
  const before = { status: { New: 1, Feedback: 3 }, type: { Bug: 2 } }
  expect(merged(before, { status: { Feedback: null }, author: { Petr: 5 } })).toEqual({
    status: { New: 1, Feedback: null },
    type: { Bug: 2 },
    author: { Petr: 5 },
  })
})

it.each([
  [1, 'Ещё 1 значение встречается реже.'],
  [3, 'Ещё 3 значения встречаются реже.'],
  [21, 'Ещё 21 значение встречается реже.'],
])('the verb goes with the number of values that are not listed: %i', (count, words) =>
  expect(unnamedInWords(count)).toBe(words),
)
