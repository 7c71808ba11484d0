import { expect, test } from 'vitest'
import { planning, releases } from '@vypusk/contract'
import { letterWorld } from '../../testing/letters.ts'
import { makeCompany, makeRelease, makeRequest } from '../../testing/making/make.ts'
import { countOf, manyAgreements } from '../../testing/making/many-agreements.ts'
import { statementsOf } from '../../testing/statements.ts'

/** Plans of so many releases that a statement for each of them would be noticed. */

const world = letterWorld()

/** A release of the admin with an agreement that was sent, and a request that brings another company to it. */
async function planned() {
  const { product, people } = world
  const { db } = product.deps
  const { release_id } = await manyAgreements(product, people.admin, 1)
  const company = await makeCompany(db)
  const request = { author_id: people.client1, idcomp: company, idmod: people.module, inBacklog: true }
  return { release_id, company, request: await makeRequest(db, { ...request, planned_time: 60 }) }
}

/** How many statements save the plan of this many releases. */
async function saves(many: number) {
  const { product, people, manager, admin } = world
  const { db } = product.deps
  // A release that is not planned keeps what it has.
  const other = await makeRelease(db, { author_id: people.admin, plan_date: '2026-07-01' })
  const all = []
  for (let index = 0; index < many; index += 1) all.push(await planned())
  const dates = { start_date: '2026-03-02', plan_date: '2026-07-08', shift_agreements: true }
  const changes = all.map(({ release_id, request }) => ({ release_id, requests: [request], ...dates })).toReversed()
  const bring = all.map(({ release_id }) => ({ release_id, bring: { companies: true, modules: true } }))
  const { result, texts } = await statementsOf(() =>
    manager(planning.save, { body: { changes, bring, reason: 'Сдвиг работ' } }),
  )
  expect(result.body.brought).toEqual(
    all.map(({ release_id, company }) => ({
      release_id,
      companies: [company],
      modules: [people.module],
      version: expect.any(Number),
    })),
  )
  const { release_id = 0, request = 0 } = all.at(-1) ?? {}
  const { changes: recorded } = (await manager(releases.getHistory, { params: { id: release_id } })).body
  expect(recorded.map(({ field }) => field).toSorted()).toEqual(['companies', 'modules', 'plan_date', 'requests'])
  const detail = (await admin(releases.get, { params: { id: release_id } })).body
  expect([detail.plan_date, detail.requests.map(({ id }) => id)]).toEqual(['2026-07-08', [request]])
  const told = await db.selectFrom('notices').select('entity_id').where('user_id', '=', people.admin).execute()
  expect(told.map(({ entity_id }) => entity_id)).toEqual(expect.arrayContaining(all.map((each) => each.release_id)))
  expect((await admin(releases.get, { params: { id: other } })).body).toMatchObject({ version: 1 })
  return countOf(texts)
}

test('the plan of 40 releases is saved with as many statements as that of 22', async () => {
  const few = await saves(22)
  // Names that the first of them has read are remembered.
  expect(await saves(40)).toBeLessThanOrEqual(few)
})
