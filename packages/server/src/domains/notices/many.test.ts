import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { releases } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makePeople, makeRelease } from '../../testing/making/make.ts'

/** Notices of as many people as follow things in a big installation. */

/** Their notices have more values than a statement may have parameters. */
const MANY = 6000

let product: TestApp
let people: Awaited<ReturnType<typeof makePeople>>
let manager: Api
beforeAll(async () => {
  product = await testApp()
  people = await makePeople(product.deps.db)
  manager = await product.as('manager')
  await sql`
    insert into users (login, name, email, password_hash, "isRivc")
    select 'follower' || n, 'Имя ' || n, 'follower' || n || '@example.ru', '', true
    from generate_series(1, ${MANY}::int) as n`.execute(product.deps.db)
})
afterAll(() => product.close())

test('a release that thousands follow can be moved, and each of them is told once', async () => {
  const { db } = product.deps
  const id = await makeRelease(db, { author_id: people.manager, title: 'Весна' })
  await sql`
    insert into watchers (entity, entity_id, user_id, watches, at)
    select 'release', ${id}::int, id, true, timestamptz '2026-03-01T09:00:00Z'
    from users where login like 'follower%'`.execute(db)
  const body = { title: 'Весна', start_date: '2026-03-02', plan_date: '2026-04-07' }
  expect((await manager(releases.save, { params: { id }, body })).status).toBe(200)
  const rows = await db
    .selectFrom('notices')
    .select(['kind', 'text', ({ fn }) => fn.count<number>('user_id').distinct().as('people')])
    .where('entity_id', '=', id)
    .groupBy(['kind', 'text'])
    .execute()
  expect(rows).toEqual([{ kind: 'moved', text: 'Плановая дата: 31.03.2026 → 07.04.2026', people: MANY }])
})
