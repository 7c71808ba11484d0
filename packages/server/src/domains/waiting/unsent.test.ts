import { afterAll, beforeAll, expect, test } from 'vitest'
import { agreements, waiting } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makeAgreement, makePeople, makeRelease } from '../../testing/making/make.ts'

/** Since when a date waits to be sent: the last time it became unsent. */

let product: TestApp
let people: Awaited<ReturnType<typeof makePeople>>
let manager: Api
beforeAll(async () => {
  product = await testApp()
  people = await makePeople(product.deps.db)
  manager = await product.as('manager')
})
afterAll(() => product.close())

const CREATED = '2026-03-02T09:00:00.000Z'
const LATER = '2026-03-06T08:00:00.000Z'

/** A date that was sent on its first day, with the clock set to a later one. */
async function sent() {
  const { manager: author_id, company1: company_id } = people
  const { db } = product.deps
  const release_id = await makeRelease(db, { author_id }, { companies: [company_id] })
  const own = { releaseDate: '2026-03-20', created_at: CREATED, by_rivc: true, sent_at: CREATED, heard_at: CREATED }
  const id = await makeAgreement(db, { author_id, release_id, company_id, ...own })
  product.clock.set(LATER)
  return id
}

const sinceOf = async (id: number) => {
  const { body } = await manager(waiting.list, { query: { per_page: 500 } })
  return body.data.find((matter) => matter.kind === 'send' && matter.id === id)?.since
}
const move = (id: number) => {
  const body = { updateTarget: 4, releaseDate: '2026-03-25', releaseTime: null, cancel_reason: 'Сдвиг' } as const
  return manager(agreements.update, { params: { id }, body })
}

test('a date that was moved waits since the move', async () => {
  const id = await sent()
  await move(id)
  expect(await sinceOf(id)).toBe(LATER)
})
