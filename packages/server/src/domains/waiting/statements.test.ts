import { afterAll, beforeAll, expect, test } from 'vitest'
import { waiting } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makeAgreement, makePeople, makePerson, makeRelease } from '../../testing/making/make.ts'
import { statementsOf } from '../../testing/statements.ts'

/** The number of statements that the list of what waits takes, whatever the number of kinds (docs/decisions/0131). */

let product: TestApp

beforeAll(async () => {
  product = await testApp()
  const { db } = product.deps
  const { manager: author_id, company1, company2 } = await makePeople(db)
  await makePerson(db, 'calm', { idcomp: company2 })
  const release_id = await makeRelease(db, { author_id, plan_date: '2026-03-04' }, { companies: [company1] })
  const sent = { by_rivc: true, sent_at: '2026-03-02T08:00:00Z', releaseDate: '2026-03-20' }
  await makeAgreement(db, { author_id, release_id, company_id: company1, ...sent })
})
afterAll(() => product.close())

/** What is remembered is read only at the first call, so tests poll. */
const countOf = (ask: () => Promise<unknown>) => async () => (await statementsOf(ask)).texts.length

const list = (api: Api) => api(waiting.list, { query: { per_page: 50 } })

test.each([
  ['staff', 'manager', ['nobody', 'late_release'], 2],
  ['a client', 'client1', ['date'], 2],
  ['somebody for whom nothing waits', 'calm', [], 3],
])('the list takes few statements: for %s', async (_, login, kinds, most) => {
  const api = await product.as(login)
  expect((await list(api)).body.kinds.map(({ kind }) => kind)).toEqual(kinds)
  await expect.poll(countOf(() => list(api))).toBeLessThanOrEqual(most)
})

test.each(['manager', 'client1'])('their number takes one statement: for %s', async (login) => {
  const api = await product.as(login)
  await expect.poll(countOf(() => api(waiting.count))).toBeLessThanOrEqual(1)
})
