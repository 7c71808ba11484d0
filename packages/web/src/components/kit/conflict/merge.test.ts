import { expect, it } from 'vitest'
import { merge } from './merge.ts'

const base = { title: 'Было', companies: [1, 2], terms: 'Старые' }

it.each([
  ['theirs alone is taken', {}, { title: 'Их' }, { title: 'Их' }, ['title'], []],
  ['mine alone stays', { title: 'Моё' }, {}, { title: 'Моё' }, [], []],
  [
    'different fields go together',
    { title: 'Моё' },
    { terms: 'Новые' },
    { title: 'Моё', terms: 'Новые' },
    ['terms'],
    [],
  ],
  [
    'both changed one field: mine stays and is asked about',
    { title: 'Моё' },
    { title: 'Их' },
    { title: 'Моё' },
    [],
    ['title'],
  ],
  ['both changed it alike', { title: 'Так' }, { title: 'Так' }, { title: 'Так' }, [], []],
  [
    'the order of a list says nothing',
    { companies: [2, 1] },
    { companies: [1, 2, 3] },
    { companies: [1, 2, 3] },
    ['companies'],
    [],
  ],
])('%s', (_, mine, theirs, values, taken, conflicts) => {
  const merged = merge(base, { ...base, ...mine }, { ...base, ...theirs })
  expect(merged).toEqual({ values: { ...base, ...values }, taken, conflicts })
})
