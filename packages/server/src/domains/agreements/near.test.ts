import { afterAll, beforeAll, expect, test } from 'vitest'
import { agreements, releases } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makeAgreement, makePeople, makeRelease } from '../../testing/making/make.ts'

/** Lists first show what is near: late items, then the nearest, and finished ones last. */

let product: TestApp
let manager: Api
let made: { release: number; agreement: number }[]

/** Late, in a week, in a month, finished yesterday, finished a month ago: the expected order. */
const DAYS = [
  ['2026-03-01', null],
  ['2026-03-12', null],
  ['2026-04-05', null],
  ['2026-03-04', '2026-03-04T09:00:00.000Z'],
  ['2026-02-01', '2026-02-01T09:00:00.000Z'],
] as const

beforeAll(async () => {
  product = await testApp()
  const { db } = product.deps
  const { manager: author_id, company1: company_id } = await makePeople(db)
  manager = await product.as('manager')
  made = []
  // Created in reverse, so that the order of creation is not the expected order.
  for (const [day, published_at] of DAYS.toReversed()) {
    const dates = { start_date: '2026-01-01', plan_date: day, published_at }
    const release = await makeRelease(db, { author_id, ...dates }, { companies: [company_id] })
    const agreement = await makeAgreement(db, { author_id, release_id: release, company_id, releaseDate: day })
    made.unshift({ release, agreement })
  }
})
afterAll(() => product.close())

test('releases', async () => {
  const { body } = await manager(releases.list, { body: { order_by: 'near' } })
  expect(body.data.map(({ id }) => id)).toEqual(made.map(({ release }) => release))
})

test('agreements', async () => {
  const { body } = await manager(agreements.list, { query: { order_by: 'near' } })
  expect(body.data.map(({ id }) => id)).toEqual(made.map(({ agreement }) => agreement))
})
