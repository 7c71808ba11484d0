import { expect, test } from 'vitest'
import { customersOf } from './documents.ts'

const item = (names: string[], notPublishingList: number[] = []) => ({
  idx: 0,
  release: { id: 1, title: 'Релиз' },
  files: [],
  packages: null,
  modules: [],
  customers: names.map((namecomp) => ({ idcomp: namecomp.length, namecomp })),
  notPublishingList,
  reason: null,
  receipts: [],
})

test('lists the companies of all releases once, by name, without those that got nothing', () => {
  const list = [item(['Ёлка-1', 'Авиа']), item(['Авиа', 'Я']), item(['Порт!'], [5])]
  expect(customersOf({ list }).map(({ namecomp }) => namecomp)).toEqual(['Авиа', 'Ёлка-1', 'Я'])
})
