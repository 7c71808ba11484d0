import { expect, it } from 'vitest'
import { choiceOf, optionsFor, valueOf } from './import-values.ts'
import { merged } from './importing.ts'

it.each([null, 'new', 0, 7] as const)('a choice comes back from the list of options as it was: %s', (choice) =>
  expect(choiceOf(valueOf(choice))).toBe(choice),
)

it('options of one name say their numbers, the default says what it is', () => {
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

it('what is said now stands beside what was said before', () => {
  const before = { status: { New: 1, Feedback: 3 }, type: { Bug: 2 } }
  expect(merged(before, { status: { Feedback: null }, author: { Petr: 5 } })).toEqual({
    status: { New: 1, Feedback: null },
    type: { Bug: 2 },
    author: { Petr: 5 },
  })
})
