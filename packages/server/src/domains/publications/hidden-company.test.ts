import { expect, test, vi } from 'vitest'
import { publications, versions } from '@vypusk/contract'
import { draftOf, newRelease, publish, publishWorld } from '../../testing/publishing.ts'

const world = publishWorld()

test('a hidden company is neither offered nor handed what corrects an earlier publication', async () => {
  const { db } = world.product.deps
  const { company1, company2 } = world.people
  const customers = [company1, company2]
  const release = await newRelease(world)
  expect((await publish(world, await draftOf(world, {}, { release, customers }))).status).toBe(200)
  const hidden = { deleted_at: '2026-03-05T09:00:00.000Z' }
  await db.updateTable('companies').set(hidden).where('idcomp', '=', company2).execute()
  const query = { release_ids: String(release) }
  const { body } = await world.manager(publications.getReleasesToPublish, { query })
  expect(body.releases[0]?.companies.map(({ idcomp }) => idcomp)).toEqual([company1])
  const refused = await publish(world, await draftOf(world, {}, { release, customers }))
  const errors = { 'list.0.customers': [`Компании не участвуют в релизе: ${company2}`] }
  expect([refused.status, refused.body]).toMatchObject([422, { errors }])
  const published = await publish(world, await draftOf(world, {}, { release }))
  expect(published.status).toBe(200)
})

test('a hidden company is in no map of versions and in no filter, until it is shown again', async () => {
  const { db } = world.product.deps
  const { company1, company2, module } = world.people
  await db.updateTable('companies').set({ deleted_at: null }).execute()
  const release = await newRelease(world)
  await publish(world, await draftOf(world, {}, { release, customers: [company1, company2] }))
  const seen = async () => {
    const [map, filters, ofRelease] = await Promise.all([
      world.manager(versions.list),
      world.manager(publications.getFilters),
      world.manager(versions.ofRelease, { params: { id: release } }),
    ])
    return {
      map: map.body.companies.map(({ idcomp }) => idcomp).toSorted((a, b) => a - b),
      versions: [...new Set(map.body.versions.map(({ idcomp }) => idcomp))].toSorted((a, b) => a - b),
      filters: filters.body.companies.map(({ idcomp }) => idcomp).toSorted((a, b) => a - b),
      modules: filters.body.modules.map(({ idmod }) => idmod),
      handed: ofRelease.body.versions.map(({ companies }) => companies.handed),
    }
  }
  const both = [company1, company2].toSorted((a, b) => a - b)
  const all = { map: both, versions: both, filters: both, modules: [module], handed: [2] }
  expect(await seen()).toEqual(all)
  const hide = (deleted_at: string | null) =>
    db.updateTable('companies').set({ deleted_at }).where('idcomp', '=', company2).execute()
  await hide('2026-03-05T09:00:00.000Z')
  const one = { map: [company1], versions: [company1], filters: [company1], modules: [module], handed: [1] }
  await vi.waitFor(async () => expect(await seen()).toEqual(one))
  await hide(null)
  await vi.waitFor(async () => expect(await seen()).toEqual(all))
  await db.updateTable('modules').set({ deleted_at: '2026-03-05T09:00:00.000Z' }).where('idmod', '=', module).execute()
  expect(await seen()).toEqual({ ...all, modules: [] })
})
