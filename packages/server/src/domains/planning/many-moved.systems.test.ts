import { expect, test } from 'vitest'
import { dates, planning } from '@vypusk/contract'
import { letterWorld } from '../../testing/letters.ts'
import { countOf, manyAgreements } from '../../testing/making/many-agreements.ts'
import { statementsOf } from '../../testing/statements.ts'

/** Installation dates of so many companies that a statement for each of them would be noticed. */

const world = letterWorld()

const rowsOf = (release_id: number) =>
  world.product.deps.db
    .selectFrom('agreements')
    .select(['id', 'releaseDate', 'by_rivc', 'by_client', 'sent_at', 'cancel_reason', 'version'])
    .where('release_id', '=', release_id)
    .orderBy('id')
    .execute()

const eventsOf = async (kind: string, ids: number[]) =>
  (
    await world.product.deps.db
      .selectFrom('events')
      .select('entity_id')
      .where('kind', '=', kind)
      .where('entity_id', 'in', ids)
      .orderBy('id')
      .execute()
  ).map(({ entity_id }) => entity_id)

/** How many statements move the sent dates of this many companies along with their release. */
async function moves(many: number) {
  const { product, people, manager } = world
  const { release_id, ids } = await manyAgreements(product, people.manager, many)
  const change = { release_id, start_date: '2026-03-02', plan_date: '2026-07-08', shift_agreements: true }
  const { result, texts } = await statementsOf(() =>
    manager(planning.save, { body: { changes: [change], reason: 'Сдвиг работ' } }),
  )
  expect(result.status).toBe(200)
  const lost = { by_rivc: false, by_client: false, sent_at: null, cancel_reason: 'Сдвиг работ' }
  expect(await rowsOf(release_id)).toEqual(
    ids.map((id) => ({ id, releaseDate: '2026-07-09', version: expect.any(Number), ...lost })),
  )
  expect(await eventsOf('agreement.moved', ids)).toEqual(ids)
  return countOf(texts)
}

test('the dates of 300 companies move with their release with as many statements as those of 40', async () => {
  const forty = await moves(40)
  expect(await moves(300)).toBe(forty)
})

/** How many statements move the drafts of this many companies to a chosen day and send them. */
async function asks(many: number) {
  const { product, people, manager } = world
  const unsent = { by_rivc: false, sent_at: null, heard_at: null }
  const { release_id, companies, ids } = await manyAgreements(product, people.manager, many, unsent)
  const follows = { entity: 'agreement', user_id: people.admin, watches: true, at: '2026-03-02T09:00:00.000Z' }
  const { db } = product.deps
  await db
    .insertInto('watchers')
    .values(ids.map((entity_id) => ({ ...follows, entity_id })))
    .execute()
  const chosen = companies.map((company_id) => ({ company_id, releaseDate: '2026-07-09', releaseTime: null }))
  const { result, texts } = await statementsOf(() =>
    manager(dates.askAll, { params: { release_id }, body: { companies, chosen } }),
  )
  expect(result.body.refused).toEqual([])
  expect(result.body.done.map(({ id }) => id)).toEqual(ids)
  for (const row of await rowsOf(release_id)) expect(row).toMatchObject({ releaseDate: '2026-07-09', by_rivc: true })
  expect(await eventsOf('changed', ids)).toEqual(ids)
  const told = await db
    .selectFrom('notices as n')
    .innerJoin('events as e', 'e.id', 'n.event_id')
    .select(['n.entity_id', 'e.entity_id as about'])
    .where('n.user_id', '=', people.admin)
    .where('n.entity_id', 'in', ids)
    .orderBy('n.entity_id')
    .execute()
  expect(told).toEqual(ids.map((id) => ({ entity_id: id, about: id })))
  return countOf(texts)
}

test('the followed drafts of 200 companies move to their chosen day with as many statements as those of 40', async () => {
  const forty = await asks(40)
  expect(await asks(200)).toBe(forty)
})
