import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { drafts, files, receipts } from '@vypusk/contract'
import type { Api } from '../../testing/app.ts'
import { makeModule, makeRelease } from '../../testing/making/make.ts'
import { draftOf, fileOf, get, idOf, newRelease, publishWorld } from '../../testing/publishing.ts'

/** What became of a publication at each company, and whether a person's own file is the published one. */

const world = publishWorld()

const sumOf = (bytes: string) => createHash('sha256').update(bytes).digest('hex')
const check = (api: Api, id: number, file_id: number, sha256: string) =>
  api(receipts.check, { params: { id }, body: { file_id, sha256 } })
const rowsOf = async (id: number) => (await world.manager(receipts.list, { params: { id } })).body.companies

/** A release with one file for the first company only and one for both. */
async function published() {
  const { company1, company2 } = world.people
  const release = await newRelease(world)
  const [own, both] = [await fileOf(world, { bytes: 'своё' }), await fileOf(world, { bytes: 'общее' })]
  const packages = [{ file_id: own, companies: [company1] }]
  const item = { release, files: [own, both], packages, customers: [company1, company2] }
  const recipients = { rivc: [world.people.admin], clients: [world.people.client1] }
  return { id: await idOf(world, await draftOf(world, { recipients }, item)), own, both }
}

test('a row for each company: letters, who has opened it, files downloaded and verified', async () => {
  const { company1, company2, client1 } = world.people
  const { id, own, both } = await published()
  expect(new Set((await rowsOf(id)).map(({ company }) => company.idcomp))).toEqual(new Set([company1, company2]))
  const row = async (idcomp: number) => (await rowsOf(id)).find(({ company }) => company.idcomp === idcomp)
  expect(await row(company1)).toMatchObject({
    people: [{ user: { id: client1 }, letter: { state: expect.any(String) }, opened_at: null }],
    files: [
      { file: { id: own }, fetched_at: null, verified_at: null },
      { file: { id: both }, fetched_at: null, verified_at: null },
    ],
  })
  expect((await row(company2))?.files.map(({ file }) => file.id)).toEqual([both])
  world.product.clock.set('2026-03-06T09:00:00.000Z')
  await get(world.client1, id)
  await get(world.manager, id)
  world.product.clock.set('2026-03-06T10:00:00.000Z')
  await get(world.client1, id)
  await world.client1(files.getFile, { params: { id: own } })
  await check(world.client1, id, own, sumOf('своё'))
  expect(await row(company1)).toMatchObject({
    people: [{ user: { id: client1 }, opened_at: '2026-03-06T09:00:00.000Z' }],
    files: [{ fetched_at: '2026-03-06T10:00:00.000Z', verified_at: '2026-03-06T10:00:00.000Z' }, { verified_at: null }],
  })
  expect((await row(company2))?.people).toEqual([])
})

test('a different file is reported and not verified; an equal one is recorded once, in the history too', async () => {
  const { id, own } = await published()
  const verified = async () =>
    (await get(world.manager, id)).body.history.filter(({ field }) => field === 'verified').map(({ after }) => after)
  expect((await check(world.client1, id, own, sumOf('другое'))).body.matches).toBe(false)
  expect(await verified()).toEqual([])
  expect((await check(world.client1, id, own, sumOf('своё'))).body.matches).toBe(true)
  await Promise.all([1, 2, 3].map(() => check(world.client1, id, own, sumOf('своё'))))
  expect(await verified()).toEqual([expect.stringContaining(`SHA-256 ${sumOf('своё')}`)])
  // A check by the provider is not a confirmation by a company.
  expect((await check(world.manager, id, own, sumOf('своё'))).body.matches).toBe(true)
  expect(await verified()).toHaveLength(1)
})

test('nobody learns of others’ files by checking them', async () => {
  const { id, own, both } = await published()
  const other = await published()
  expect((await check(world.client2, id, own, sumOf('своё'))).status).toBe(404)
  expect((await check(world.client1, id, other.own, sumOf('своё'))).status).toBe(404)
  expect((await check(world.client2, id, both, sumOf('общее'))).body.matches).toBe(true)
  expect((await world.client1(receipts.list, { params: { id } })).status).toBe(403)
  expect((await world.manager(receipts.list, { params: { id: id + 1000 } })).status).toBe(404)
})

test('a release that was hidden when it was published was handed to nobody, until it is shown', async () => {
  const { company1, manager } = world.people
  const { db } = world.product.deps
  const module = await makeModule(db, [company1])
  const releaseOf = (is_visible_for_client: boolean) =>
    makeRelease(db, { author_id: manager, is_visible_for_client }, { companies: [company1], modules: [module] })
  const draft = async (release: number) => draftOf(world, {}, { release, modules: [{ idmod: module }] })
  const [hidden, next] = [await releaseOf(false), await releaseOf(true)]
  const id = await idOf(world, await draft(hidden))
  const told = async () => ({
    companies: (await rowsOf(id)).map(({ company }) => company.idcomp),
    last: (await world.manager(drafts.preview, { body: await draft(next) })).body.changes.map(({ last }) => last),
  })
  expect(await told()).toEqual({ companies: [], last: [null] })
  await db.updateTable('releases').set({ is_visible_for_client: true }).where('id', '=', hidden).execute()
  expect(await told()).toMatchObject({ companies: [company1], last: [{ publication_id: id }] })
})
