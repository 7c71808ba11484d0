import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminCompanies, audit, endpoints, type AnyEndpoint } from '@vypusk/contract'
import { makePeople } from './testing/making/make.ts'
import { testApp, type Api, type TestApp } from './testing/app.ts'

/** Workbooks of whole lists, however they are asked for. */

let product: TestApp
let admin: Api
beforeAll(async () => {
  product = await testApp()
  await makePeople(product.deps.db)
  admin = await product.as('admin')
})
afterAll(() => product.close())

const lists = Object.entries<AnyEndpoint>(endpoints).flatMap(([name, endpoint]) =>
  endpoint.stream === 'excel' && JSON.stringify(endpoint.body ?? endpoint.query).includes('isExcel')
    ? [[name, endpoint] as const]
    : [],
)

test('every list that exports', () => expect(lists.length).toBeGreaterThan(10))

test.each(lists)('%s: a workbook has no pages, so none is refused', async (_, endpoint) => {
  const asked = { isExcel: true, page: 0, per_page: 100_000, after: 'the last' }
  const { status, headers } = await admin(endpoint, endpoint.body ? { body: asked } : { query: asked })
  expect([status, headers['content-type']]).toEqual([200, expect.stringContaining('spreadsheet')])
})

test('a page that cannot be is refused otherwise', async () => {
  const asked = { per_page: 100_000 }
  expect((await admin(audit.list, { body: { ...asked, isExcel: false } })).status).toBe(422)
  expect((await admin(adminCompanies.list, { query: { ...asked, isExcel: 'false' } })).status).toBe(422)
})
