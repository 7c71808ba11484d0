import type { Query } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Entity } from './entity.ts'
import type { ListRows } from './query-meta.ts'
import { verdictOf, withRows } from './what-to-refetch.ts'

interface Priced {
  id: number
  price: number
  name: string
}
const rows: ListRows = { ask: async () => [], placeOf: ({ price }: Priced) => price }
const priced = (id: number, price = 1, name = ''): Priced => ({ id, price, name })
const pageOf = (...data: Priced[]) => ({ total: 3, from: 1, to: 3, current_page: 1, per_page: 50, data })

const changes = (...reported: [Entity, ...number[]][]) =>
  new Map(reported.map(([entity, ...ids]) => [entity, new Set(ids)] as const))
const query = (meta: Query['meta'], data?: unknown, fetchStatus: Query['state']['fetchStatus'] = 'idle') =>
  ({ queryKey: ['request', 'list'], meta, state: { data, fetchStatus } }) as const
const list = query({ rows, live: ['release'] }, pageOf(priced(1), priced(2)))

const none = new Map()
const rowsOf = (...ids: number[]) => new Map([['request', new Set(ids)] as const])
test.each<[string, ReturnType<typeof changes>, ReturnType<typeof verdictOf>]>([
  ['a row that is shown', changes(['request', 2]), { whole: 'never', parts: rowsOf(2) }],
  ['one that is not', changes(['request', 7]), { whole: 'later', parts: rowsOf() }],
  ['both', changes(['request', 1, 7]), { whole: 'later', parts: rowsOf(1) }],
  ['many of its kind', changes(['request', 0]), { whole: 'later', parts: none }],
  ['something else that it shows', changes(['request', 2], ['release', 5]), { whole: 'later', parts: none }],
  ['something that it does not show', changes(['request', 2], ['user', 5]), { whole: 'never', parts: rowsOf(2) }],
  ['everything', changes(['all', 0]), { whole: 'later', parts: none }],
])('of a list is asked again, when there was changed %s', (_, changed, verdict) => {
  expect(verdictOf(list, changed)).toEqual(verdict)
})

test('refetches the whole list when it is being fetched or has no way to fetch rows', () => {
  const whole = { whole: 'later', parts: none }
  expect(verdictOf(query({ rows }, pageOf(priced(2)), 'fetching'), changes(['request', 2]))).toEqual(whole)
  expect(verdictOf(query({}, pageOf(priced(2))), changes(['request', 2]))).toEqual(whole)
  expect(verdictOf(query({ rows }), changes(['request', 2]))).toEqual(whole)
})

test('refetches a single thing when it has changed, or something else it shows', () => {
  const one = query({ thing: 5, live: ['release'] })
  expect(verdictOf(one, changes(['request', 5])).whole).toBe('now')
  expect(verdictOf(one, changes(['request', 6])).whole).toBe('never')
  expect(verdictOf(one, changes(['request', 6], ['release', 1])).whole).toBe('later')
  expect(verdictOf(one, changes(['request', 0])).whole).toBe('later')
})

test('keeps rows in place and reports when one has moved or is gone', () => {
  const page = pageOf(priced(1), priced(2), priced(3))
  const renamed = withRows(page, [2], [priced(2, 1, 'new')], rows)
  expect(renamed).toEqual({ data: pageOf(priced(1), priced(2, 1, 'new'), priced(3)), isRestSame: true })
  const dearer = withRows(page, [2], [priced(2, 9)], rows)
  expect(dearer).toEqual({ data: pageOf(priced(1), priced(2, 9), priced(3)), isRestSame: false })
  expect(withRows(page, [2, 3], [priced(2)], rows)).toEqual({ data: page, isRestSame: false })
})
