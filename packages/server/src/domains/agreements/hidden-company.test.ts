import { expect, test } from 'vitest'
import { agreements, dates, releases } from '@vypusk/contract'
import { agreementWorld, draft, newRelease } from '../../testing/agreements.ts'

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
