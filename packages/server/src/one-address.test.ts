import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminCompanies, releases } from '@vypusk/contract'
import { makePeople, makeRelease } from './testing/making/make.ts'
import { testApp, type Api, type TestApp } from './testing/app.ts'

/** Addresses of single things: each has one. */

let product: TestApp
let admin: Api
let release: number
beforeAll(async () => {
  product = await testApp()
  const { manager: author_id } = await makePeople(product.deps.db)
  release = await makeRelease(product.deps.db, { author_id })
  admin = await product.as('admin')
})
afterAll(() => product.close())

test('a thing has one address', async () => {
  const status = async (id: string) => (await admin(releases.get, { params: { id } })).status
  expect(await status(String(release))).toBe(200)
  const others = [
    `0x${release.toString(16)}`,
    `${release}e0`,
    `+${release}`,
    ` ${release}`,
    `0${release}`,
    `${release}.0`,
  ]
  for (const id of others) expect([id, await status(id)]).toEqual([id, 404])
})

test('a list of ids in a query takes decimals with spaces between them', async () => {
  const list = (module_ids: string) => admin(adminCompanies.list, { query: { module_ids } })
  expect((await list('1, 2,')).status).toBe(200)
  expect((await list('0x1')).status).toBe(422)
})
