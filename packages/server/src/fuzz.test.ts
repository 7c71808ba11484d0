import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { endpoints, type AnyEndpoint } from '@vypusk/contract'
import { makeEntry, makePeople, makeRelease, makeRequest } from './testing/make.ts'
import { testApp, type TestApp } from './testing/app.ts'

/**
 * Whatever is sent to any endpoint by anybody is answered or refused in Russian: never 500, never
 * a reply outside the contract (the test app checks replies strictly, and a wrong one is a 500).
 */

const RUNS = 80
/** Ends the session, or never ends by itself. */
const APART = new Set(['auth.logout', 'live.events'])

let product: TestApp
const tokens: string[] = []
beforeAll(async () => {
  product = await testApp()
  const { db } = product.deps
  const people = await makePeople(db)
  const common = { author_id: people.manager, idmod: people.module }
  for (const idcomp of [people.company1, people.company2]) {
    for (let made = 0; made < 3; made += 1) {
      await makeRequest(db, { ...common, idcomp })
      await makeEntry(db, { author_id: people.manager, idcomp })
    }
  }
  const companies = [people.company1, people.company2]
  for (let made = 0; made < 8; made += 1) {
    await makeRelease(db, { author_id: people.manager }, { companies, modules: [people.module] })
  }
  for (const login of ['admin', 'client1']) {
    const reply = await product.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { login, password: 'demo' },
    })
    tokens.push(reply.json().access_token)
  }
})
afterAll(() => product.close())

interface JsonSchema {
  type?: string
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  format?: string
}

/** What breaks careless code: wrong types, edges of types, bytes PostgreSQL refuses, SQL and HTML. */
const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    0,
    1.5,
    2 ** 31,
    2 ** 53,
    '',
    ' ',
    '\u0000',
    "'; drop table users; --",
    '%_\\',
  ),
  fc.constantFrom<unknown>(
    '<script>alert(1)</script>',
    '\ud800',
    '9999-99-99',
    '1',
    [],
    [null],
    {},
    { id: 'x' },
    'я'.repeat(3000),
  ),
)
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom('2026-03-02', '10:30', 'отчёт', 'a@b.ru'),
)

function valueOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  const options = schema.anyOf ?? schema.oneOf
  const proper = (() => {
    if (schema.const !== undefined) return fc.constant(schema.const)
    if (schema.enum) return fc.constantFrom(...schema.enum)
    if (options) return fc.oneof(...options.map(valueOf))
    if (schema.properties) return objectOf(schema)
    if (schema.type === 'array') return fc.array(valueOf(schema.items ?? {}), { maxLength: 4 })
    if (schema.type === 'integer' || schema.type === 'number') return fc.integer({ min: 0, max: 8 })
    if (schema.type === 'boolean') return fc.boolean()
    if (schema.format === 'date') return fc.constantFrom('2026-03-02', '2026-12-31', '2024-02-29')
    return text
  })()
  return fc.oneof({ weight: 24, arbitrary: proper }, { weight: 1, arbitrary: nasty })
}

const objectOf = ({ properties = {} }: JsonSchema) =>
  fc.record(Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, valueOf(schema)])), {
    requiredKeys: [],
  })

const arbitraryOf = (schema: z.ZodType | undefined) =>
  schema
    ? valueOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema)
    : fc.constant(undefined)

const anyId = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 0, max: 8 }) },
  fc.constantFrom('x', '-1', '99999999999', '%00', '1;2'),
)
const addressOf = (endpoint: AnyEndpoint) => {
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
  return fc
    .tuple(...names.map(() => anyId))
    .map((ids) =>
      names.reduce((path, name, at) => path.replace(`:${name}`, encodeURIComponent(String(ids[at]))), endpoint.path),
    )
}

const queryOf = (value: unknown) =>
  Object.fromEntries(Object.entries(value ?? {}).map(([name, one]) => [name, String(one)]))

/** What takes things away comes last, so that the others have something to work on. */
const table = Object.entries(endpoints)
  .filter(([name]) => !APART.has(name))
  .toSorted(([, a], [, b]) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))

test.each(table)('%s never fails', async (name, endpoint) => {
  const ask = fc.record({
    token: fc.nat({ max: 1 }),
    address: addressOf(endpoint),
    query: arbitraryOf(endpoint.query),
    body: arbitraryOf(endpoint.body),
  })
  await fc.assert(
    fc.asyncProperty(ask, async ({ token, address, query, body }) => {
      const reply = await product.app.inject({
        method: endpoint.method,
        url: `/api${address}`,
        query: queryOf(query),
        headers: { authorization: `Bearer ${tokens[token]}`, 'content-type': 'application/json' },
        ...(endpoint.method === 'GET' ? {} : { payload: JSON.stringify(body ?? {}) }),
      })
      expect(reply.statusCode, `${name} ${address} ${JSON.stringify(body)} → ${reply.body}`).toBeLessThan(500)
      const isSilent = reply.statusCode < 400 || endpoint.method === 'HEAD'
      const sentence = isSilent ? 'принято' : reply.json().message
      expect(sentence).toMatch(/[а-яё]|^Agreement already exists!$/i)
    }),
    { numRuns: RUNS, seed: 20_260_306 },
  )
})
