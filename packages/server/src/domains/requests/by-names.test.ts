import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requests } from '@vypusk/contract'
import type { Person } from '../../platform/call.ts'
import { testApp, type TestApp } from '../../testing/app.ts'
import { makeCompany, makeModule, makePeople, makePerson, makeRelease, makeRequest } from '../../testing/making/make.ts'
import { idsByNames, isByNames, type ByNames } from './queries/by-names.ts'
import { filtered, filtersOf, withoutIndex } from './queries/filter.ts'
import { idsInOrder, orderOf } from './queries/order.ts'

/** A page of a large set found thing by thing equals the page of the whole set in order. */

const COUNT = 60
const LIMIT = 4

let product: TestApp
let eyes: Record<'staff' | 'client', Person>

beforeAll(async () => {
  product = await testApp()
  const { db } = product.deps
  const { company1, manager, client1 } = await makePeople(db)
  const companies = [company1, await makeCompany(db), await makeCompany(db, { namecomp: 'Ёлка' })]
  // They share a name, so only the ids of their requests distinguish the order.
  const authors = [
    client1,
    await makePerson(db, 'one', { name: 'Тёзка' }),
    await makePerson(db, 'two', { name: 'Тёзка' }),
  ]
  const modules = [await makeModule(db, companies), await makeModule(db, companies, { namemod: 'Архив' })]
  const author = { author_id: manager }
  const releases = [
    null,
    await makeRelease(db, { ...author, title: 'Весенний' }, { companies }),
    await makeRelease(db, { ...author, title: 'Скрытый', is_visible_for_client: false }, { companies }),
    await makeRelease(db, { ...author, title: 'Удалённый', deleted_at: '2026-03-02T09:00:00.000Z' }, { companies }),
    await makeRelease(db, { ...author, title: 'Апрельский' }, { companies }),
  ]
  const nth = <Thing>(things: Thing[], n: number) => things[n % things.length] as Thing
  for (let n = 0; n < COUNT; n += 1) {
    await makeRequest(db, {
      author_id: nth(authors, n),
      idcomp: nth(companies, n >> 1),
      idmod: nth(modules, n >> 2),
      release_id: nth(releases, n),
      status_id: 1 + (n % 3),
      type_id: 1 + (n % 2),
      urgency: 1 + (n % 4),
    })
  }
  const person = async (id: number) =>
    (await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()) as unknown as Person
  eyes = { staff: await person(manager), client: await person(client1) }
})
afterAll(() => product.close())

const orders = requests.orderKeys.flatMap((order_by) =>
  [false, true].map((isDesc) => ({ order_by, isDesc })).filter(isByNames),
)
test('these orders are by names', () => {
  expect(new Set(orders.map(({ order_by }) => order_by))).toEqual(
    new Set(['status', 'type', 'author', 'company', 'module', 'release']),
  )
})

const BY_ID = { order_by: 'id', isDesc: false }
test.each([
  ['planned_time', [1], BY_ID],
  ['backlog_priority', [1], BY_ID],
  ['planned_time', [1, 3], { order_by: 'planned_time', isDesc: false }],
  ['planned_time', undefined, { order_by: 'planned_time', isDesc: false }],
  ['release', [1], { order_by: 'release', isDesc: false }],
] as const)('requests without a backlog record are alike by its fields: %s, %j', (order_by, states, order) => {
  expect(orderOf({ order_by, isDesc: false, isInBacklogValues: states && [...states] })).toEqual(order)
})

describe.each<['staff' | 'client', object]>([
  ['staff', {}],
  ['staff', { urgs: [2, 3] }],
  ['staff', { release_ids: [0] }],
  ['client', {}],
  ['client', { urgs: [1, 2] }],
])('%s, %j', (who, filter) => {
  const setFor = (person: Person) => filtered(product.deps.db, filtersOf(person, requests.requestQuery.parse(filter)))

  test.each(orders)('by $order_by, descending: $isDesc', async (order: ByNames) => {
    const { db } = product.deps
    const person = eyes[who]
    const whole = (await idsInOrder(setFor(person), person, order).execute()).map(({ id }) => id)
    const pages: number[] = []
    for (let skipped = 0; skipped <= whole.length; skipped += LIMIT) {
      const page = idsByNames(setFor(person), person, order, { limit: LIMIT, skipped })
      pages.push(...(await sql<{ id: number }>`${page}`.execute(db)).rows.map(({ id }) => id))
    }
    expect(whole.length).toBeGreaterThan(LIMIT)
    expect(pages).toEqual(whole)
  })
})

test.each(['staff', 'client'] as const)(
  'words that are not looked up in their index find the same, %s',
  async (who) => {
    const filters = filtersOf(eyes[who], requests.requestQuery.parse({ search_string: 'ЗАЯВКА' }))
    const idsOf = async (asked: typeof filters) =>
      (await filtered(product.deps.db, asked).select('q.id').orderBy('q.id').execute()).map(({ id }) => id)
    const found = await idsOf(filters)
    expect(found.length).toBeGreaterThan(1)
    expect(await idsOf(withoutIndex(filters))).toEqual(found)
    expect(filtered(product.deps.db, withoutIndex(filters)).compile().sql).not.toContain('"search_text" like')
  },
)
