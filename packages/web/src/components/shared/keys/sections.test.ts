import { expect, it } from 'vitest'
import { paths } from '../../../paths.ts'
import { HEAD_KEYS } from '../../kit/data-table/columns/head-keys.ts'
import { KEYS } from '../../kit/keys/keys.ts'
import type { KeyEntry } from '../../kit/keys/keys.ts'
import { ACT_KEYS } from './keys.ts'
import { SECTIONS, sectionsFor } from './sections.ts'

it('lists every key under «?»', () => {
  const listed = new Set(SECTIONS.flatMap(({ keys }) => keys))
  const keys = [KEYS, HEAD_KEYS, ACT_KEYS].flatMap((some): KeyEntry[] => Object.values(some))
  // It is shown with the letter of each section of the product.
  expect(keys.filter((entry) => !listed.has(entry))).toEqual([KEYS.go])
})

it.each(SECTIONS)('gives each key of «$title» one meaning', ({ keys }) => {
  const codes = keys.flatMap((entry) => entry.codes)
  expect(codes).toEqual([...new Set(codes)])
})

it('does not list the keys of places the person may not open', () => {
  const titles = (...places: string[]) => sectionsFor(places).map(({ title }) => title)
  expect(titles(paths.clientRequests, paths.releases)).toEqual([
    'Списки',
    'Заголовки списка',
    'Везде',
    'Поиск по всему',
  ])
  expect(titles(paths.clientRequests, paths.registry)).toContain('Реестр')
  expect(titles(paths.backlog, paths.planning, paths.registry)).toEqual(SECTIONS.map(({ title }) => title))
})
