import type * as z from 'zod'
import { expect, test } from 'vitest'
import { agreements, endpoints, releases, type AnyEndpoint } from '@vypusk/contract'
import { bodyReaderOf, readerOf } from './query-string.ts'

const optional = Object.values<AnyEndpoint>(endpoints).filter(({ query }) => query?.safeParse({}).success)

test.each(optional.map(({ method, path, query }) => [`${method} ${path}`, query] as const))(
  '%s takes fields that are empty as not given',
  (_, query) => {
    const fields = Object.keys((query as z.ZodObject).shape)
    const asked = readerOf(query)(Object.fromEntries(fields.map((field) => [field, ''])))
    expect(query?.safeParse(asked)).toMatchObject({ success: true })
  },
)

const paged = Object.values<AnyEndpoint>(endpoints).filter(
  ({ body }) => 'per_page' in ((body as z.ZodObject | undefined)?.shape ?? {}),
)

test('lists that are asked by a body', () => expect(paged.length).toBeGreaterThan(5))

test.each(paged.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s takes fields that are empty as not given in its body',
  (_, endpoint) => {
    const fields = Object.keys((endpoint.body as z.ZodObject).shape)
    const asked = bodyReaderOf(endpoint)(Object.fromEntries(fields.map((field) => [field, ' '])))
    expect(endpoint.body?.safeParse(asked)).toEqual(endpoint.body?.safeParse({}))
  },
)

test('a text that is saved stays empty', () => {
  const body = { comment: '' }
  expect(bodyReaderOf(releases.saveComment)(body)).toBe(body)
})

test('a number of spaces is not given, where it would read 0', () =>
  expect(readerOf(releases.calculationRequests.query)({ planned_time: ' ', users: ' ' })).toEqual({ users: ' ' }))

test.each([
  ['5,', [5]],
  [',5', [5]],
  ['1,,2', [1, 2]],
  [' ', []],
  [',', []],
  [
    ['1,2', '3'],
    [1, 2, 3],
  ],
  ['0', [0]],
])('the list %j holds only what stands between its commas', (release_ids, ids) =>
  expect(agreements.list.query?.parse({ release_ids })).toMatchObject({ release_ids: ids }),
)

test('an empty list is given, an empty number is not', () =>
  expect(
    readerOf(releases.calculationRequests.query)({ requests: '', users: '', planned_time: '', start_date: '' }),
  ).toEqual({
    requests: '',
    users: '',
  }))

test.each<[Record<string, unknown>, number[]]>([
  [{ 'release_ids[]': '38' }, [38]],
  [{ 'release_ids[]': ['38', '37'] }, [38, 37]],
  [{ 'release_ids[0]': '38', 'release_ids[1]': '37' }, [38, 37]],
  [{ release_ids: '38', 'release_ids[]': '37' }, [38, 37]],
  [{ 'release_ids[]': '' }, []],
])('the list %j is understood, as other programs write it', (query, ids) =>
  expect(agreements.list.query?.parse(readerOf(agreements.list.query)(query))).toMatchObject({ release_ids: ids }),
)

test('brackets are part of any other name', () =>
  expect(readerOf(agreements.list.query)({ 'page[]': '2' })).toEqual({ 'page[]': '2' }))
