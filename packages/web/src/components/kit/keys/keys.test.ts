import { expect, it } from 'vitest'
import { paths } from '../../../paths.ts'
import { SECTIONS, sectionsFor } from './key-sections.ts'
import { KEYS, isKey, on } from './keys.ts'

it('lists every key under «?»', () => {
  const listed = new Set(SECTIONS.flatMap(({ keys }) => keys))
  // It is shown with the letter of each section of the product.
  expect(Object.values(KEYS).filter((entry) => !listed.has(entry))).toEqual([KEYS.go])
})

it.each(SECTIONS)('gives each key of «$title» one meaning', ({ keys }) => {
  const codes = keys.flatMap((entry) => entry.codes)
  expect(codes).toEqual([...new Set(codes)])
})

const pressed = (code: string, overrides: Partial<KeyboardEvent> = {}) => ({
  code,
  key: code,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  ...overrides,
})

it('recognizes keys by their position, so that the Russian layout does not matter', () => {
  expect(isKey(pressed('KeyK', { key: 'л', ctrlKey: true }), KEYS.find)).toBe(true)
  expect(isKey(pressed('KeyK', { key: 'k', metaKey: true }), KEYS.find)).toBe(true)
  expect(isKey(pressed('KeyK', { key: 'k' }), KEYS.find)).toBe(false)
  expect(isKey(pressed('Slash', { key: ',', shiftKey: true }), KEYS.list)).toBe(true)
  expect(isKey(pressed('Slash', { key: '.' }), KEYS.search)).toBe(true)
  expect(isKey(pressed('KeyE', { key: 'у' }), KEYS.edit)).toBe(true)
  expect(isKey(pressed('Enter', { ctrlKey: true }), KEYS.open)).toBe(false)
})

it('does not list the keys of places the person may not open', () => {
  const titles = (...places: string[]) => sectionsFor(places).map(({ title }) => title)
  expect(titles(paths.clientRequests, paths.releases)).toEqual(['Списки', 'Везде', 'Поиск по всему'])
  expect(titles(paths.clientRequests, paths.registry)).toContain('Реестр')
  expect(titles(paths.backlog, paths.planning, paths.registry)).toEqual(SECTIONS.map(({ title }) => title))
})

it('maps every code to the handler', () => {
  expect(Object.keys(on(KEYS.edit, () => {}))).toEqual(['KeyE', 'F2'])
})
