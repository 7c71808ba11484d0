import { expect, it } from 'vitest'
import type { finding } from '@vypusk/contract'
import { hrefOf, listOf } from './links.ts'

const found = (kind: finding.Kind, overrides: Partial<finding.FoundThing> = {}): finding.FoundThing => ({
  kind,
  id: 7,
  number: '7',
  title: '',
  company: null,
  state: null,
  day: null,
  release_id: null,
  ...overrides,
})

it.each<[finding.FoundThing, string, string]>([
  [found('request'), '/?open=7', '/clientRequests?open=7'],
  [found('release'), '/releases/7', '/releases/7'],
  [found('agreement', { release_id: 5 }), '/agreements/7', '/releases/5'],
  [found('publication'), '/publication/7', '/publication/7'],
  [found('registry_entry'), '/registry?open=7', '/registry?open=7'],
  [found('person', { company: 'ООО' }), '/?author_ids=7', '/clientRequests?author_ids=7'],
])('%j is at %s for staff and at %s for a client', (one, staffs, clients) => {
  expect(hrefOf(one, true)).toBe(staffs)
  expect(hrefOf(one, false)).toBe(clients)
})

it('shows a company by its requests, and a colleague by their releases', () => {
  expect(hrefOf(found('company'), true)).toBe('/?client_ids=7')
  expect(hrefOf(found('person'), true)).toBe('/releases?authors=7')
})

it('links to a list of the person’s that finds the same', () => {
  expect(listOf('request', 'отчёт', true)).toBe(`/?search_string=${encodeURIComponent('отчёт')}`)
  expect(listOf('request', '12', false)).toBe('/clientRequests?search_string=12')
  expect(listOf('agreement', '12', false)).toBeNull()
  expect(listOf('person', '12', true)).toBeNull()
  expect(listOf('release', 'два слова', true)).toBeNull()
})
