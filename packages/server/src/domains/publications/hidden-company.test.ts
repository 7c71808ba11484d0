import { expect, test } from 'vitest'
import { publications } from '@vypusk/contract'
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
