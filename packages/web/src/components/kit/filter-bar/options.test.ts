import { expect, it } from 'vitest'
import { chosenFirst, grouped, matching } from './options.ts'

const options = [
  { id: 1, name: 'Учёт договоров', group: 'Финансы' },
  { id: 2, name: 'Расписание', group: 'Порт' },
  { id: 3, name: 'Договоры аренды', group: 'Финансы' },
]

it('finds every word in any order, whatever the case and ё', () => {
  expect(matching(options, 'ДОГОВОР учет').shown.map(({ id }) => id)).toEqual([1])
  expect(matching(options, '').shown).toHaveLength(3)
})

it('shows some of many and says how many more there are', () => {
  const many = Array.from({ length: 400 }, (_, id) => ({ id, name: `Компания ${id}` }))
  expect(matching(many, '')).toMatchObject({ hidden: 250 })
})

it('puts chosen options on top and keeps groups together', () => {
  expect(chosenFirst(options, [3]).map(({ id }) => id)).toEqual([3, 1, 2])
  expect(grouped(options).map(([group, inGroup]) => [group, inGroup.length])).toEqual([
    ['Финансы', 2],
    ['Порт', 1],
  ])
})
