import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { agreements, dates, releases } from '@vypusk/contract'
import { agreementWorld, draft, newRelease } from '../../testing/agreements.ts'
import { waitingForLocks } from '../../testing/database.ts'
import { makePublication } from '../../testing/making/make-publication.ts'
import { makeCompany, makeRelease } from '../../testing/making/make.ts'

/** A company that was hidden in administration is asked about nothing, and holds nothing up. */

const world = agreementWorld()

test('a hidden company is neither expected, nor in the matrix, nor given an agreement', async () => {
  const { manager, people, product } = world
  const { company1, company2 } = people
  const release_id = await newRelease(world)
  const expected = async () =>
    (await manager(releases.get, { params: { id: release_id } })).body.readiness?.waiting.map(({ idcomp }) => idcomp)
  const shown = async () => {
    const { body } = await manager(agreements.matrix, { query: { release_ids: String(release_id) } })
    return body.cells.map((cell) => cell.company_id)
  }
  expect(await expected()).toEqual([company1, company2])
  await product.deps.db
    .updateTable('companies')
    .set({ deleted_at: '2026-03-01T00:00:00.000Z' })
    .where('idcomp', '=', company2)
    .execute()
  expect(await expected()).toEqual([company1])
  expect(await shown()).toEqual([company1])
  const body = draft(world, release_id, { company_id: company2, recipients: [] })
  expect((await manager(agreements.add, { body })).refusal.errors).toEqual({
    company_id: ['Компания скрыта: спрашивать её не о чем'],
  })
  const chosen = [{ company_id: company2, releaseDate: '2026-03-20', releaseTime: null }]
  const asked = await manager(dates.askAll, { params: { release_id }, body: { companies: [company2], chosen } })
  expect(asked.body.refused).toEqual([{ company_id: company2, message: 'Компания скрыта: спрашивать её не о чем' }])
})

test('the matrix counts a hidden company that got the release as little as the release’s page', async () => {
  const { manager, people, product } = world
  const { db } = product.deps
  const release_id = await newRelease(world)
  await makePublication(db, { author_id: people.manager }, [{ release_id, customers: [people.company2] }])
  const hide = (deleted_at: string | null) =>
    db.updateTable('companies').set({ deleted_at }).where('idcomp', '=', people.company2).execute()
  const counted = async () => {
    const { body } = await manager(agreements.matrix, { query: { release_ids: String(release_id) } })
    const { readiness } = (await manager(releases.get, { params: { id: release_id } })).body
    return [body.cells.length, body.releases[0]?.expected, readiness?.expected]
  }
  await hide(null)
  expect(await counted()).toEqual([2, 2, 2])
  await hide('2026-03-01T00:00:00.000Z')
  expect(await counted()).toEqual([2, 1, 1])
})

const HIDDEN = 'Компания скрыта: спрашивать её не о чем'
type Pair = { release_id: number; company_id: number }
test.each([
  [
    'creating an agreement',
    async ({ release_id, company_id }: Pair) => {
      const body = draft(world, release_id, { company_id, recipients: [] })
      return (await world.manager(agreements.add, { body })).refusal.errors?.['company_id']
    },
  ],
  [
    'asking all about dates',
    async ({ release_id, company_id }: Pair) => {
      const chosen = [{ company_id, releaseDate: '2026-03-20', releaseTime: null }]
      const body = { companies: [company_id], chosen }
      const asked = await world.manager(dates.askAll, { params: { release_id }, body })
      return asked.body.refused.map(({ message }) => message)
    },
  ],
])('%s waits for a company that is being hidden, and locks the release only then', async (_, ask) => {
  const { db } = world.product.deps
  const company_id = await makeCompany(db)
  const release_id = await makeRelease(db, { author_id: world.people.manager }, { companies: [company_id] })
  const asking = await db.transaction().execute(async (tx) => {
    const hidden = { deleted_at: '2026-03-01T00:00:00.000Z' }
    await tx.updateTable('companies').set(hidden).where('idcomp', '=', company_id).execute()
    const answer = ask({ release_id, company_id })
    await expect.poll(() => waitingForLocks(db)).toBe(1)
    await sql`select from releases where id = ${release_id} for update nowait`.execute(tx)
    return { answer }
  })
  expect(await asking.answer).toEqual([HIDDEN])
})
