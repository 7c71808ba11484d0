import { expect, test } from 'vitest'
import { namedApart } from './named-apart.ts'

test('names are as they are, unless two things have the same one', () => {
  const [port, hidden, shown] = [
    { id: 1, name: 'Порт' },
    { id: 2, name: 'Верфь' },
    { id: 3, name: 'Верфь' },
  ]
  expect(namedApart([port, hidden], [port, hidden])).toEqual([
    ['Порт', 'Верфь'],
    ['Порт', 'Верфь'],
  ])
  expect(namedApart([port, hidden], [port, shown])).toEqual([
    ['Порт', 'Верфь (№ 2)'],
    ['Порт', 'Верфь (№ 3)'],
  ])
  expect(namedApart([], [])).toEqual([[], []])
})
