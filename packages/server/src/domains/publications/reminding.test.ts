import { createHash } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { files, receipts, versions } from '@vypusk/contract'
import { draftOf, fileOf, get, idOf, newRelease, publishWorld } from '../../testing/publishing.ts'
import { remindOfFiles } from './commands/reminding.ts'

/** Companies that have not fetched what they were handed are reminded, in their own hours, until they have. */

const PUBLISHED = '2026-03-05T10:00:00.000Z'
const world = publishWorld(undefined, PUBLISHED)
const [SECOND, FIFTH] = ['2026-03-10T10:00:00.000Z', '2026-03-13T10:00:00.000Z']

afterEach(async () => {
  await world.product.deps.db.updateTable('publications').set({ reminds: false }).execute()
  world.product.clock.set(PUBLISHED)
})

async function published() {
  const customers = [world.people.company1, world.people.company2]
  world.product.clock.set(PUBLISHED)
  const release = await newRelease(world)
  const file = await fileOf(world, { bytes: 'файл' })
  const recipients = { rivc: [], clients: [world.people.client1, world.people.client2] }
  const id = await idOf(world, await draftOf(world, { recipients }, { release, files: [file], customers }))
  return { id, file, release }
}

const rowOf = async (id: number, idcomp = world.people.company1) =>
  (await world.manager(receipts.list, { params: { id } })).body.companies.find(
    ({ company }) => company.idcomp === idcomp,
  )!
const remind = (id: number, company = world.people.company1, api = world.manager) =>
  api(receipts.remind, { params: { id }, body: { company } })
const lettersOf = async (id: number) =>
  (
    await world.product.deps.db
      .selectFrom('deliveries as d')
      .innerJoin('letters as l', 'l.id', 'd.letter_id')
      .select(['d.target', 'l.subject'])
      .where('l.kind', '=', 'publication.reminded')
      .where('l.entity_id', '=', id)
      .orderBy('d.id')
      .execute()
  ).map(({ target }) => target)
const comes = async (at: string) => {
  world.product.clock.set(at)
  await remindOfFiles(world.product.deps)
}

test('both companies are reminded on their days, once each by any number of processes; those that have fetched are not', async () => {
  const { id, file } = await published()
  expect((await rowOf(id)).reminders).toEqual({ sent: [], next: '2026-03-10T09:00:00.000Z', remind: true })
  await comes('2026-03-06T10:00:00.000Z')
  expect(await lettersOf(id)).toEqual([])
  world.product.clock.set(SECOND)
  await Promise.all([1, 2, 3, 4].map(() => remindOfFiles(world.product.deps)))
  expect((await lettersOf(id)).toSorted()).toEqual(['client1@example.ru', 'client2@example.ru'])
  const { history } = (await get(world.manager, id)).body
  expect(history.filter(({ field }) => field === 'reminded').map(({ via }) => via)).toEqual(['schedule', 'schedule'])
  await world.client1(files.getFile, { params: { id: file } })
  expect((await rowOf(id)).reminders).toMatchObject({ sent: [{ at: SECOND, user: null }], next: null })
  await comes(FIFTH)
  await comes('2026-03-20T10:00:00.000Z')
  expect((await lettersOf(id)).toSorted()).toEqual(['client1@example.ru', 'client2@example.ru', 'client2@example.ru'])
})

test('a confirmation ends it, and so does a verified file: the map of versions shows it too', async () => {
  const { id, file, release } = await published()
  await world.client1(receipts.confirm, { params: { id }, body: { release_id: release, kind: 'received' } })
  const sha256 = createHash('sha256').update('файл').digest('hex')
  const known = async () =>
    (await world.manager(versions.ofRelease, { params: { id: release } })).body.versions.map(({ companies }) => [
      companies.received,
      companies.fetched,
      companies.handed,
    ])
  const before = await known()
  await world.client2(receipts.check, { params: { id }, body: { file_id: file, sha256 } })
  expect([before, await known()]).toEqual([[[1, 0, 1]], [[1, 1, 0]]])
  expect((await rowOf(id, world.people.company2)).files[0]!.fetched_at).not.toBeNull()
  await comes(SECOND)
  expect(await lettersOf(id)).toEqual([])
})

test('a reminder names only the releases whose files are not fetched', async () => {
  world.product.clock.set(PUBLISHED)
  const titles = ['Полученный релиз', 'Ждущий релиз']
  const [received, waits] = [
    await newRelease(world, { title: titles[0]! }),
    await newRelease(world, { title: titles[1]! }),
  ]
  const { list } = await draftOf(world, {}, { release: received })
  const second = { ...list[0]!, release: waits, files: [await fileOf(world)] }
  const id = await idOf(world, await draftOf(world, { list: [...list, second] }))
  await world.client1(receipts.confirm, { params: { id }, body: { release_id: received, kind: 'received' } })
  expect((await remind(id)).status).toBe(200)
  const [letter] = await world.product.deps.db
    .selectFrom('letters')
    .select('text')
    .where('kind', '=', 'publication.reminded')
    .where('entity_id', '=', id)
    .execute()
  expect(titles.filter((title) => letter?.text.includes(title))).toEqual(['Ждущий релиз'])
})

test('staff remind now, not twice within hours, and not without end', async () => {
  const { id } = await published()
  expect((await remind(id)).status).toBe(200)
  expect(await lettersOf(id)).toEqual(['client1@example.ru'])
  const { sent, remind: why } = (await rowOf(id)).reminders
  expect(sent).toMatchObject([{ user: { name: 'Имя manager' } }])
  expect((await remind(id)).refusal.message).toBe(why)
  for (const day of ['06', '07', '08', '09']) {
    world.product.clock.set(`2026-03-${day}T11:00:00.000Z`)
    expect((await remind(id)).status).toBe(200)
  }
  world.product.clock.set('2026-03-10T12:00:00.000Z')
  expect((await rowOf(id)).reminders.next).toBeNull()
  expect((await remind(id)).refusal.message).toBe('Компании напомнили уже 5 раз: позвоните ей')
  expect((await remind(id, 999_999)).status).toBe(422)
  expect((await remind(999_999)).status).toBe(404)
  expect((await remind(id, world.people.company1, world.client1)).status).toBe(403)
})

test('no reminders for publications from before the feature, and deleted, withdrawn or repeated ones', async () => {
  const { db } = world.product.deps
  const [old, deleted, renewed] = [await published(), await published(), await published()]
  const withdrawn = await published()
  await db.updateTable('publications').set({ withdrawn_at: PUBLISHED }).where('id', '=', withdrawn.id).execute()
  await db.updateTable('publications').set({ reminds: false }).where('id', '=', old.id).execute()
  await db.updateTable('publications').set({ deleted_at: PUBLISHED }).where('id', '=', deleted.id).execute()
  await db
    .updateTable('publications')
    .set({ created_at: '2026-03-04T10:00:00.000Z' })
    .where('id', '=', renewed.id)
    .execute()
  const { release } = renewed
  const file = await fileOf(world, { bytes: 'ещё' })
  const item = { release, files: [file], customers: [world.people.company1, world.people.company2] }
  const recipients = { rivc: [], clients: [world.people.client1] }
  const again = await idOf(world, await draftOf(world, { recipients }, item))
  await comes(SECOND)
  expect(await Promise.all([old, deleted, withdrawn, renewed].map(({ id }) => lettersOf(id)))).toEqual([[], [], [], []])
  // The newer publication has no recipient of the second company.
  expect(await lettersOf(again)).toEqual(['client1@example.ru'])
  expect((await rowOf(again, world.people.company2)).reminders.remind).toMatch(/^Напомнить некому/)
})
