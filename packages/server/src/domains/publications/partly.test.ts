import { expect, test } from 'vitest'
import { files, publications, releases } from '@vypusk/contract'
import { newAgreement, update } from '../../testing/agreements.ts'
import { draftOf, fileOf, get, newAgreed, newRelease, publish, publishWorld } from '../../testing/publishing.ts'

/** A release that some of its companies have and others do not. */

const world = publishWorld()

/** The companies that are waited for, as the release and the form of a publication name them. */
async function waitedFor(id: number) {
  const { manager } = world
  const { body: release } = await manager(releases.get, { params: { id } })
  const { body: form } = await manager(publications.getReleasesToPublish, { query: { release_ids: String(id) } })
  const both = [release.readiness, form.releases[0]?.readiness]
  return both.map((readiness) => [readiness?.ready, readiness?.waiting.map(({ idcomp }) => idcomp)])
}

test('a company that got the release before it agreed is not waited for, the others are', async () => {
  const { company1, company2 } = world.people
  const release = await newRelease(world)
  const asked = await newAgreement(world, {}, release)
  await update(world.manager, asked, { updateTarget: 5 })
  const toFirst = await draftOf(world, {}, { release, customers: [company1] })
  expect((await publish(world, toFirst)).status).toBe(200)
  expect(await waitedFor(release)).toEqual([
    [false, [company2]],
    [false, [company2]],
  ])
  await newAgreed(world, release, company2)
  expect(await waitedFor(release)).toEqual([
    [true, []],
    [true, []],
  ])
  const toSecond = await draftOf(world, { reason: undefined, recipients: {} }, { release, customers: [company2] })
  expect((await publish(world, toSecond)).status).toBe(200)
})

test('a company that the draft itself leaves out gets nothing of it, and is still waited for', async () => {
  const { manager, client1, client2, people } = world
  const { company1, company2 } = people
  const release = await newRelease(world)
  const file = await fileOf(world)
  const item = { release, files: [file], customers: [company1, company2], notPublishingList: [company1] }
  const recipients = { clients: [people.client1, people.client2] }
  const { id } = (await publish(world, await draftOf(world, { recipients }, item))).body
  const { list, recipients: written } = (await get(manager, id)).body
  expect(list).toMatchObject([{ notPublishingList: [company1] }])
  expect(written.clients.map((contact) => contact.id)).toEqual([people.client2])
  const fetched = [client1, client2].map((api) => api(files.getFile, { params: { id: file } }))
  expect((await Promise.all(fetched)).map(({ status }) => status)).toEqual([404, 200])
  expect((await get(client1, id)).status).toBe(404)
  expect(await waitedFor(release)).toEqual([
    [false, [company1]],
    [false, [company1]],
  ])
})
