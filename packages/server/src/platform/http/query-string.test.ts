import type * as z from 'zod'
import { expect, test } from 'vitest'
import { endpoints, releases, type AnyEndpoint } from '@vypusk/contract'
import { withoutEmpty } from './query-string.ts'

const optional = Object.values<AnyEndpoint>(endpoints).filter(({ query }) => query?.safeParse({}).success)

test.each(optional.map(({ method, path, query }) => [`${method} ${path}`, query] as const))(
  '%s takes fields that are empty as not given',
  (_, query) => {
    const fields = Object.keys((query as z.ZodObject).shape)
    const asked = withoutEmpty(query)(Object.fromEntries(fields.map((field) => [field, ''])))
    expect(query?.safeParse(asked)).toMatchObject({ success: true })
  },
)

test('an empty list is given, an empty number is not', () =>
  expect(
    withoutEmpty(releases.calculationRequests.query)({ requests: '', users: '', planned_time: '', start_date: '' }),
  ).toEqual({
    requests: '',
    users: '',
  }))
