import { expect, it } from 'vitest'
import { chosenFirst, grouped, matching, withGone } from './options.ts'

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

it('keeps what was chosen and is not offered any more', () => {
  expect(withGone(options, [2, 7])).toEqual([{ id: 7, name: 'Нет в списке: № 7' }, ...options])
  expect(withGone(options, [3])).toBe(options)
  expect(withGone(undefined, [7])).toBeUndefined()
})
