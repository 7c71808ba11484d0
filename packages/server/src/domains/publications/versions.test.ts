import { readSheet } from 'read-excel-file/node'
import { beforeEach, expect, test } from 'vitest'
import { files, receipts, versions, type QueryInput } from '@vypusk/contract'
import type { Api } from '../../testing/app.ts'
import { makeCompany, makeModule, makePerson, makeRelease } from '../../testing/making/make.ts'
import { makeFile, makePublication } from '../../testing/making/make-publication.ts'
import { statementsOf } from '../../testing/statements.ts'
import { fileOf, idOf, draftOf, publishWorld } from '../../testing/publishing.ts'

/** Which version of which module each company has. */

const world = publishWorld()

interface Ground {
  own: number
  other: number
  cars: number
  ships: number
  /** A client of the first company. */
  client: Api
  stranger: Api
}

let ground: Ground

/** Two companies of this test only: the first uses both modules, the second one only the ships. */
beforeEach(async () => {
  const { product } = world
  const { db } = product.deps
  const [own, other] = [await makeCompany(db), await makeCompany(db)]
  const signedIn = async (idcomp: number) => {
    const login = `client-of-${idcomp}`
    await makePerson(db, login, { idcomp, isRivc: false })
    return product.as(login)
  }
  ground = {
    own,
    other,
    cars: await makeModule(db, [own]),
    ships: await makeModule(db, [own, other]),
    client: await signedIn(own),
    stranger: await signedIn(other),
  }
})

interface Handed {
  version?: string
  at?: string
  modules?: number[]
  customers?: number[]
  title?: string
}

/** A publication from before there were packages, or by a program that does not know them. */
async function handed({ version = '1.0', at = '2026-03-02T09:00:00.000Z', ...overrides }: Handed = {}) {
  const { db } = world.product.deps
  const { own, cars, ships } = ground
  const author_id = world.people.manager
  const [modules, customers] = [overrides.modules ?? [cars, ships], overrides.customers ?? [own]]
  const release = await makeRelease(
    db,
    { author_id, title: overrides.title ?? version },
    { companies: customers, modules },
  )
  const file = await fileOf(world, { name: `update-${version}.zip` })
  await db.updateTable('files').set({ version }).where('id', '=', file).execute()
  const id = await makePublication(db, { author_id, created_at: at }, [
    { release_id: release, files: [file], modules, customers },
  ])
  return { id, release, file }
}

const map = async (api: Api, query: QueryInput<typeof versions.list> = {}) => (await api(versions.list, { query })).body
/** The version of the module at the first company. */
const currentVersion = async (idmod: number, api: Api = world.manager) => {
  const { versions: all } = await map(api, { client_ids: String(ground.own) })
  return all.find((one) => one.idmod === idmod)
}

const confirm = (id: number, release_id: number, kind: 'received' | 'installed') =>
  world.manager(receipts.confirm, { params: { id }, body: { release_id, kind, company: ground.own } })

test('what was published before any confirmation is listed, and surer evidence replaces it', async () => {
  const { id, release, file } = await handed()
  expect(await currentVersion(ground.cars)).toMatchObject({
    publication_id: id,
    version: '1.0',
    known: 'handed',
    at: '2026-03-02T09:00:00.000Z',
    behind: 0,
  })
  world.product.clock.set('2026-03-06T09:00:00.000Z')
  expect((await ground.client(files.getFile, { params: { id: file } })).status).toBe(200)
  expect(await currentVersion(ground.cars)).toMatchObject({ known: 'fetched', at: '2026-03-06T09:00:00.000Z' })
  world.product.clock.set('2026-03-07T09:00:00.000Z')
  await confirm(id, release, 'received')
  expect(await currentVersion(ground.cars)).toMatchObject({ known: 'received', at: '2026-03-07T09:00:00.000Z' })
  world.product.clock.set('2026-03-08T09:00:00.000Z')
  await confirm(id, release, 'installed')
  expect(await currentVersion(ground.cars)).toMatchObject({ known: 'installed', at: '2026-03-08T09:00:00.000Z' })
})

test('what the company confirmed stays until it confirms more, and later hand-overs are counted', async () => {
  const first = await handed({ version: '1.0' })
  await confirm(first.id, first.release, 'installed')
  await handed({ version: '1.1', at: '2026-03-03T09:00:00.000Z', modules: [ground.cars] })
  await handed({ version: '1.2', at: '2026-03-04T09:00:00.000Z', modules: [ground.cars] })
  await handed({ version: '0.9', at: '2026-03-01T09:00:00.000Z' })
  expect(await currentVersion(ground.cars)).toMatchObject({
    version: '1.0',
    known: 'installed',
    behind: 2,
    latest: { version: '1.2', at: '2026-03-04T09:00:00.000Z' },
  })
  expect(await currentVersion(ground.ships)).toMatchObject({ version: '1.0', behind: 0 })
  const { versions: late, modules } = await map(world.manager, { client_ids: String(ground.own), behind: true })
  expect(late.map(({ idmod }) => idmod)).toEqual([ground.cars])
  expect(modules.map(({ idmod, newest }) => [idmod, newest?.version])).toEqual([[ground.cars, '1.2']])
})

test('a file downloaded in part, or by the provider, does not count as fetched', async () => {
  const { file } = await handed()
  const { db } = world.product.deps
  const of = { file_id: file, at: '2026-03-05T09:00:00.000Z' }
  const { id: client } = await db
    .selectFrom('users')
    .select('id')
    .where('idcomp', '=', ground.own)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('file_downloads')
    .values({ ...of, user_id: client, sent: 1 })
    .execute()
  await db
    .insertInto('file_downloads')
    .values({ ...of, user_id: world.people.manager, sent: 1_000_000 })
    .execute()
  expect(await currentVersion(ground.cars)).toMatchObject({ known: 'handed' })
})

test('the bytes sent of a file are counted once, however many publications hand it over', async () => {
  const { file } = await handed()
  const { db } = world.product.deps
  const { own, cars, ships } = ground
  const author_id = world.people.manager
  const again = await makeRelease(db, { author_id }, { companies: [own], modules: [cars, ships] })
  await makePublication(db, { author_id, created_at: '2026-03-03T09:00:00.000Z' }, [
    { release_id: again, files: [file], modules: [cars, ships], customers: [own] },
  ])
  const { size } = await db.selectFrom('files').select('size').where('id', '=', file).executeTakeFirstOrThrow()
  const { id: user_id } = await db.selectFrom('users').select('id').where('idcomp', '=', own).executeTakeFirstOrThrow()
  await db
    .insertInto('file_downloads')
    .values({ file_id: file, user_id, at: '2026-03-05T09:00:00.000Z', sent: Math.ceil(size / 2) })
    .execute()
  expect(await currentVersion(cars)).toMatchObject({ known: 'handed' })
})

test('a company has the version of its own package, and none of a module it was not handed', async () => {
  const { own, other, cars, ships } = ground
  const { db } = world.product.deps
  const release = await makeRelease(
    db,
    { author_id: world.people.manager },
    { companies: [own, other], modules: [cars, ships] },
  )
  const [ofCars, ofShips] = [await fileOf(world, { name: 'cars.zip' }), await fileOf(world, { name: 'ships.zip' })]
  await db.updateTable('files').set({ version: '6.1' }).where('id', '=', ofCars).execute()
  await db.updateTable('files').set({ version: '7.2' }).where('id', '=', ofShips).execute()
  const packages = [
    { file_id: ofCars, modules: [cars] },
    { file_id: ofShips, modules: [ships] },
  ]
  const item = { release, files: [ofCars, ofShips], packages, modules: [cars, ships], customers: [own, other] }
  await idOf(world, await draftOf(world, { recipients: { rivc: [world.people.admin], clients: [] } }, item))
  const seen = async (idcomp: number) =>
    (await map(world.manager, { client_ids: String(idcomp) })).versions.map(({ idmod, version }) => [idmod, version])
  expect(new Map((await seen(own)) as [number, string][])).toEqual(
    new Map([
      [cars, '6.1'],
      [ships, '7.2'],
    ]),
  )
  expect(await seen(other)).toEqual([[ships, '7.2']])
  // What was handed over stays when the company loses the module.
  await db.deleteFrom('company_modules').where('idcomp', '=', own).where('idmod', '=', cars).execute()
  expect(await currentVersion(cars)).toMatchObject({ version: '6.1' })
  const { body } = await world.manager(versions.ofRelease, { params: { id: release } })
  expect(body.versions.map((one) => [one.module.idmod, one.versions, one.companies.handed])).toEqual(
    expect.arrayContaining([
      [cars, ['6.1'], 1],
      [ships, ['7.2'], 2],
    ]),
  )
})

test('a company that uses none of the modules was still handed all of it', async () => {
  const { other, cars } = ground
  await handed({ customers: [other], modules: [cars] })
  const { versions: seen } = await map(world.manager, { client_ids: String(other) })
  expect(seen.map(({ idmod }) => idmod)).toEqual([cars])
})

test('a client sees its own column only, whatever it filters by', async () => {
  const { own, other, ships } = ground
  const both = await handed({ customers: [own, other], modules: [ships] })
  await handed({ version: '2.0', at: '2026-03-03T09:00:00.000Z', customers: [own], modules: [ships] })
  const seen = await map(ground.stranger, { client_ids: `${own},${other}` })
  expect(seen.companies.map(({ idcomp }) => idcomp)).toEqual([other])
  expect(seen.versions).toMatchObject([{ idcomp: other, version: '1.0', behind: 0 }])
  expect(seen.modules).toMatchObject([{ idmod: ships, newest: { version: '1.0' } }])
  expect((await map(ground.stranger, { client_ids: String(own) })).versions).toEqual([])
  const counts = async (api: Api) =>
    (await api(versions.ofRelease, { params: { id: both.release } })).body.versions.map((one) => one.companies.handed)
  expect(await counts(world.manager)).toEqual([2])
  expect(await counts(ground.stranger)).toEqual([1])
})

test.each([
  ['hidden', 404],
  ['release deleted', 404],
  ['publication deleted', 200],
  ['on the not-publishing list', 200],
])('no version is shown: %s', async (state, expected) => {
  const { own, cars } = ground
  const { id, release } = await handed()
  const { db } = world.product.deps
  const at = '2026-03-05T09:00:00.000Z'
  const releases = db.updateTable('releases').where('id', '=', release)
  if (state === 'hidden') await releases.set({ is_visible_for_client: false }).execute()
  if (state === 'release deleted') await releases.set({ deleted_at: at }).execute()
  if (state === 'publication deleted')
    await db.updateTable('publications').set({ deleted_at: at }).where('id', '=', id).execute()
  const listed = { release_id: release, idcomp: own, user_id: world.people.manager, at }
  if (state === 'on the not-publishing list') await db.insertInto('not_publishing_list').values(listed).execute()
  expect([await currentVersion(cars), await currentVersion(cars, ground.client)]).toEqual([undefined, undefined])
  const { status, body } = await ground.client(versions.ofRelease, { params: { id: release } })
  expect([status, body.versions ?? []]).toEqual([expected, []])
})

test('a release without files, and files without a version, were still handed over', async () => {
  const { db } = world.product.deps
  const { own, cars } = ground
  const author_id = world.people.manager
  const release_id = await makeRelease(db, { author_id }, { companies: [own], modules: [cars] })
  const item = { release_id, modules: [cars], customers: [own] }
  await makePublication(db, { author_id }, [item])
  expect(await currentVersion(cars)).toMatchObject({ version: '', known: 'handed' })
  const unnamed = await makeFile(db, { version: '' })
  await makePublication(db, { author_id, created_at: '2026-03-03T09:00:00.000Z' }, [{ ...item, files: [unnamed] }])
  expect(await currentVersion(cars)).toMatchObject({ version: '', known: 'handed', behind: 0 })
})

test('the workbook contains what the screen shows, and a client’s only its own part', async () => {
  const { own, other, ships } = ground
  const { id } = await handed({ version: '3.1', customers: [own, other], modules: [ships], title: 'Причалы 3.1' })
  const sheet = async (api: Api) => {
    const { raw, headers } = await api(versions.excel, { query: { module_ids: String(ships) } })
    expect(headers['content-disposition']).toContain('versions.xlsx')
    const [head = [], ...rows] = await readSheet(raw)
    return rows.map((row) => Object.fromEntries(row.map((value, n) => [String(head[n]), value])))
  }
  const rows = await sheet(world.manager)
  expect(rows).toHaveLength(2)
  expect(rows[0]).toMatchObject({
    Версия: '3.1',
    Релиз: 'Причалы 3.1',
    Публикация: id,
    'Откуда известно': 'передана',
    'Отстаёт на': 0,
  })
  expect(await sheet(ground.stranger)).toHaveLength(1)
})

test('is read once, and again when something of it has changed', async () => {
  const { id, release, file } = await handed()
  const { db } = world.product.deps
  const countQueries = async (api: Api) =>
    (await statementsOf(() => map(api))).texts.filter((text) => text.includes('handed_versions')).length
  const changes = [
    () => confirm(id, release, 'installed'),
    () => db.updateTable('files').set({ version: '9.9' }).where('id', '=', file).execute(),
    () => db.updateTable('releases').set({ is_visible_for_client: false }).where('id', '=', release).execute(),
  ]
  for (const change of changes) {
    for (const api of [world.manager, ground.client]) await expect.poll(() => countQueries(api)).toBe(0)
    await change()
    for (const api of [world.manager, ground.client]) expect(await countQueries(api)).toBe(1)
  }
})
