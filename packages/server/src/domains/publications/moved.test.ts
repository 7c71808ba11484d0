import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { adminPeople, files, publications, receipts, versions } from '@vypusk/contract'
import { openedDossier, textOf } from '../../testing/dossiers.ts'
import { draftOf, fileOf, get, idOf, newRelease, publishWorld } from '../../testing/publishing.ts'

/** What somebody did for a company stays that company's when an administrator moves them to another one. */

const world = publishWorld()

async function move(id: number, company: number) {
  const admin = await world.product.as('admin')
  const { body } = await admin(adminPeople.get, { params: { id } })
  expect((await admin(adminPeople.save, { params: { id }, body: { ...body, company } })).status).toBe(200)
  return world.product.as('client1')
}

test('downloads, checks and openings stay the former company’s, and are the next one’s only when made for it', async () => {
  const { company1, company2, client1 } = world.people
  const bytes = 'файл'
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const [release, downloaded, compared] = [
    await newRelease(world),
    await fileOf(world, { bytes }),
    await fileOf(world, { name: 'other.zip', bytes }),
  ]
  const item = { release, files: [downloaded, compared], customers: [company1, company2] }
  const id = await idOf(world, await draftOf(world, { recipients: { rivc: [], clients: [client1] } }, item))
  const check = (api = world.client1) => api(receipts.check, { params: { id }, body: { file_id: compared, sha256 } })
  const rows = async () => (await world.manager(receipts.list, { params: { id } })).body.companies
  const filesOf = async () => (await rows()).map(({ company, files: all }) => [company.idcomp, all])
  const openedAt = async (idcomp: number) =>
    (await rows()).find(({ company }) => company.idcomp === idcomp)?.people.map(({ opened_at }) => opened_at)
  const told = async () => ({
    files: await filesOf(),
    downloads: (await world.manager(publications.getDownloads, { params: { id } })).body.downloads,
    versions: (await world.manager(versions.ofRelease, { params: { id: release } })).body.versions,
    map: (await world.manager(versions.list, { query: {} })).body.versions,
    unfetched: (
      await sql<{ idcomp: number }>`select idcomp from unfetched_packages where publication_id = ${id}`.execute(
        world.product.deps.db,
      )
    ).rows,
    evidence: textOf((await openedDossier(world.manager, release)).files, 'evidence.json'),
  })
  world.product.clock.set('2026-03-06T09:00:00.000Z')
  await get(world.client1, id)
  await world.client1(files.getFile, { params: { id: downloaded } })
  await check()
  const before = await told()
  expect(before.unfetched).toEqual([{ idcomp: company2 }])

  const moved = await move(client1, company2)
  expect(await told()).toEqual(before)
  expect([await openedAt(company1), await openedAt(company2)]).toEqual([['2026-03-06T09:00:00.000Z'], [null]])

  world.product.clock.set('2026-03-07T09:00:00.000Z')
  await get(moved, id)
  await moved(files.getFile, { params: { id: downloaded } })
  await check(moved)
  const both = await told()
  expect(both.unfetched).toEqual([])
  expect(both.downloads.map(({ company, isWhole }) => [company?.idcomp, isWhole])).toEqual([
    [company2, true],
    [company1, true],
  ])
  expect(both.files.map(([, all]) => all)).toMatchObject(
    ['2026-03-06T09:00:00.000Z', '2026-03-07T09:00:00.000Z'].map((at) => [
      { fetched_at: at },
      { fetched_at: at, verified_at: at },
    ]),
  )
  expect(await openedAt(company2)).toEqual(['2026-03-07T09:00:00.000Z'])
})

test('the letter stays accepted at the company it was for when its reader gets another address, or moves', async () => {
  const { db } = world.product.deps
  const { company1, company2, client2 } = world.people
  const id = await idOf(
    world,
    await draftOf(world, { recipients: { rivc: [], clients: [client2] } }, { customers: [company2] }),
  )
  const lettersTo = async (idcomp: number) =>
    (await world.manager(receipts.list, { params: { id } })).body.companies
      .filter(({ company }) => company.idcomp === idcomp)
      .flatMap(({ people }) => people.map(({ user, letter }) => [user.id, letter?.state]))
  const before = await lettersTo(company2)
  expect(before).toEqual([[client2, expect.any(String)]])
  const change = (set: { email?: string; idcomp?: number }) =>
    db.updateTable('users').set(set).where('id', '=', client2).execute()
  await change({ email: 'other@example.ru' })
  expect(await lettersTo(company2)).toEqual(before)
  await change({ email: 'client2@example.ru', idcomp: company1 })
  expect(await lettersTo(company2)).toEqual(before)
  await change({ idcomp: company2 })
})

test('a download that the release before logs belongs to the person’s company, one of staff to none', async () => {
  const { db } = world.product.deps
  const { client2, company2, manager } = world.people
  const file_id = await fileOf(world)
  const log = (user_id: number) =>
    db
      .insertInto('file_downloads')
      .values({ file_id, user_id, at: '2026-03-06T09:00:00Z' })
      .returning('idcomp')
      .executeTakeFirst()
  expect([await log(client2), await log(manager)]).toEqual([{ idcomp: company2 }, { idcomp: null }])
})
