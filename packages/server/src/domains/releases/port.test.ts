import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../testing/app.ts'
import { makePeople, makeRelease } from '../../testing/making/make.ts'
import type { Actor } from '../../platform/call.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { lockRelease, moveToPublished, readinessOf, releaseFor, releasesFor } from './port.ts'

let product: TestApp
let people: Awaited<ReturnType<typeof makePeople>>
let manager: Actor
beforeAll(async () => {
  product = await testApp()
  people = await makePeople(product.deps.db)
  const person = {
    id: people.manager,
    login: 'manager',
    name: '',
    email: null,
    isRivc: true,
    isAdmin: false,
    idcomp: null,
  }
  manager = {
    deps: product.deps,
    person: { ...person, can_enter_registry: false, can_create_registry: false, can_edit_calendar: false },
  }
})
afterAll(() => product.close())

const newRelease = () =>
  makeRelease(
    product.deps.db,
    { author_id: people.manager, step_id: 2 },
    { companies: [people.company1, people.company2] },
  )

test('facts are those of existing releases', async () => {
  const { db } = product.deps
  const [first, second] = [await newRelease(), await newRelease()]
  expect((await releasesFor(db, [second, first, 999_999])).map(({ id }) => id)).toEqual([first, second])
  expect(await releaseFor(db, first)).toMatchObject({ step_id: 2, companies: [people.company1, people.company2] })
  await db.updateTable('releases').set({ deleted_at: '2026-03-05T00:00:00.000Z' }).where('id', '=', first).execute()
  expect(await releaseFor(db, first)).toBeUndefined()
  await expect(inTransaction(manager, (tx) => lockRelease(tx, first))).rejects.toMatchObject({ status: 404 })
})

test('companies and readiness follow the agreements', async () => {
  const { db } = product.deps
  const release_id = await newRelease()
  const at = '2026-03-01T09:00:00.000Z'
  await db
    .insertInto('agreements')
    .values({
      release_id,
      company_id: people.company1,
      author_id: people.manager,
      by_rivc: true,
      by_client: true,
      isPublishedOnTestEnv: true,
      releaseDate: '2026-03-31',
      created_at: at,
      updated_at: at,
    })
    .execute()
  expect((await readinessOf(db, [release_id, 999_999], '2026-03-01T00:00:00Z')).get(release_id)).toMatchObject({
    ready: false,
    agreed: 1,
    expected: 2,
    waiting: [{ idcomp: people.company2, reasons: ['Нет согласования'] }],
    warned: [],
    unnamed: [],
  })
})

test('the first publication moves the release to its step, the next one does not move it', async () => {
  const { db, clock } = product.deps
  const id = await newRelease()
  await inTransaction(manager, (tx) => moveToPublished(tx, manager, id))
  const now = clock.now().toISOString()
  expect(await releaseFor(db, id)).toMatchObject({ step_id: 5, published_at: now, version: 2 })
  await db.updateTable('releases').set({ step_id: 6 }).where('id', '=', id).execute()
  await inTransaction(manager, (tx) => moveToPublished(tx, manager, id))
  expect(await releaseFor(db, id)).toMatchObject({ step_id: 6, version: 2 })
  const events = await db.selectFrom('events').select('companies').where('entity_id', '=', id).execute()
  expect(events).toEqual([{ companies: [people.company1, people.company2] }])
})
