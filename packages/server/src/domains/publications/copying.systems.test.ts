import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { letters, receipts } from '@vypusk/contract'
import { arrived, copiesOf, slowly } from '../../testing/copying.ts'
import { draftOf, fileOf, get, idOf, newRelease, publish, publishWorld } from '../../testing/publishing.ts'
import { startFtp, type TestFtp } from '../../testing/servers/ftp.ts'
import { copy } from './commands/copying.ts'
import { onceFree } from '../../testing/once-free.ts'

/** Copies of a publication's files: where they are stored, and their state. */

let server: TestFtp
beforeAll(async () => {
  server = await startFtp('sftp')
})
const world = publishWorld(() => ({ FTP_URL: server.url }))
afterAll(() => server.stop())

const nameOf = async (idcomp: number) => {
  const { namecomp } = await world.product.deps.db
    .selectFrom('companies')
    .select('namecomp')
    .where('idcomp', '=', idcomp)
    .executeTakeFirstOrThrow()
  return namecomp
}

test("each company's folder gets the files of its releases, and nothing of another", async () => {
  const { company1, company2 } = world.people
  const [name1, name2] = [await nameOf(company1), await nameOf(company2)]
  const shared = await draftOf(
    world,
    {},
    {
      release: await newRelease(world, { title: 'Общий: 2026/12' }),
      files: [await fileOf(world, { name: '../Общий.zip', bytes: 'общее' })],
      customers: [company1, company2],
    },
  )
  const theirs = await draftOf(
    world,
    {},
    {
      release: await newRelease(world, { title: 'Только второй' }),
      files: [await fileOf(world, { name: 'own.zip', bytes: 'своё' })],
      customers: [company2],
    },
  )
  const { body } = await publish(world, { ...shared, list: [...shared.list, ...theirs.list] })
  expect(['sent', 'queued']).toContain(body.ftp)
  const copies = await arrived(world, body.id)
  expect(await server.files()).toEqual({
    [`${name1}/Общий 2026 12/Общий.zip`]: 'общее',
    [`${name2}/Общий 2026 12/Общий.zip`]: 'общее',
    [`${name2}/Только второй/own.zip`]: 'своё',
  })
  expect(copies.find(({ target }) => target.endsWith('own.zip'))).toMatchObject({
    target: `${name2}/Только второй/own.zip`,
    attempts: 1,
    last_error: null,
    file: { file_name: 'own.zip', size: 8, copied: 8 },
  })
  expect((await get(world.client1, body.id)).body.deliveries.filter(({ kind }) => kind === 'ftp')).toEqual([])
})

test('a corrected set does not take the place of an earlier file whose name differs in letter case', async () => {
  const release = await newRelease(world)
  const targetOf = async (name: string) => {
    const draft = await draftOf(world, {}, { release, files: [await fileOf(world, { name })] })
    const [made] = await arrived(world, await idOf(world, draft))
    return made?.target.split('/').at(-1)
  }
  expect([await targetOf('Обновление.zip'), await targetOf('обновление.ZIP')]).toEqual([
    'Обновление.zip',
    expect.stringMatching(/^обновление \(\d+\)\.ZIP$/),
  ])
})

test("a company with another one's former name does not get its folder", async () => {
  const { db } = world.product.deps
  const { company1: idcomp, company2 } = world.people
  const [former, own] = [await nameOf(idcomp), await nameOf(company2)]
  const folder = async (company: number) => {
    const recipients = { rivc: [world.people.admin], clients: [] }
    const draft = await draftOf(world, { recipients }, { release: await newRelease(world), customers: [company] })
    return (await arrived(world, await idOf(world, draft))).map(({ target }) => target.split('/')[0])
  }
  const rename = (company: number, namecomp: string) =>
    db.updateTable('companies').set({ namecomp }).where('idcomp', '=', company).execute()
  expect(await folder(idcomp)).toEqual([former])
  await rename(idcomp, 'Прежняя')
  await rename(company2, former)
  expect([await folder(company2), await folder(idcomp)]).toEqual([[`${former} (${company2})`], ['Прежняя']])
  await rename(company2, own)
  await rename(idcomp, former)
})

test('a company on the list gets nothing, and nobody gets a hidden release', async () => {
  const { company1, company2, manager: user_id } = world.people
  const listed = await newRelease(world)
  const at = '2026-03-05T09:00:00.000Z'
  const row = { release_id: listed, idcomp: company2, user_id, at }
  await world.product.deps.db.insertInto('not_publishing_list').values(row).execute()
  const partly = await idOf(world, await draftOf(world, {}, { release: listed, customers: [company1, company2] }))
  expect((await arrived(world, partly)).map(({ target }) => target.split('/')[0])).toEqual([await nameOf(company1)])
  const hidden = await newRelease(world, { is_visible_for_client: false })
  const { body } = await publish(world, await draftOf(world, {}, { release: hidden }))
  expect([body.ftp, await copiesOf(world, body.id)]).toEqual(['none', []])
})

test('with the server down the reply reports it; a person retries the copy once it is back', async () => {
  await server.kill()
  const { body } = await publish(world, await draftOf(world))
  expect([body.message, body.ftp]).toEqual(['Success', 'failed'])
  const [waiting] = await copiesOf(world, body.id)
  expect(waiting).toMatchObject({ state: 'queued', attempts: 1, last_error: 'Сервер FTP недоступен' })
  await server.start()
  const again = await world.manager(letters.retryDelivery, { params: { id: waiting?.id ?? 0 } })
  expect(again.body).toEqual({ message: 'Success', mail: 'none', ftp: 'sent' })
  const [copied] = await arrived(world, body.id)
  expect((await server.files())[copied?.target ?? '']).toBe('содержимое')
  const [company] = (await world.manager(receipts.list, { params: { id: body.id } })).body.companies
  expect(company?.files.map((file) => file.copy?.state)).toEqual(['sent'])
})

test('a company that was put on the list meanwhile gets no copy', async () => {
  const release_id = await newRelease(world)
  await server.kill()
  const id = await idOf(world, await draftOf(world, {}, { release: release_id }))
  const { company1: idcomp, manager: user_id } = world.people
  const row = { release_id, idcomp, user_id, at: '2026-03-05T09:00:00.000Z' }
  await world.product.deps.db.insertInto('not_publishing_list').values(row).execute()
  await server.start()
  const [waiting] = await copiesOf(world, id)
  await onceFree(() => copy(world.product.deps, { delivery_id: waiting?.id ?? 0 }))
  const [refused] = await copiesOf(world, id)
  expect(refused).toMatchObject({ state: 'failed', last_error: 'Компания больше не получает этот релиз' })
  expect((await server.files())[refused?.target ?? '']).toBeUndefined()
})

test('one copy given to ten workers at once is made once and counted once', async () => {
  const id = await idOf(world, await draftOf(world))
  const [made] = await arrived(world, id)
  const delivery_id = made?.id ?? 0
  const { db } = world.product.deps
  await db.updateTable('deliveries').set({ state: 'queued', attempts: 0 }).where('id', '=', delivery_id).execute()
  const workers = Array.from({ length: 10 }, () => copy(world.product.deps, { delivery_id }))
  const fates = await Promise.allSettled(workers)
  expect(fates.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
  expect((await copiesOf(world, id))[0]).toMatchObject({ state: 'sent', attempts: 1 })
})

test('a sent copy that a person repeats is written anew over what stands there', async () => {
  const id = await idOf(world, await draftOf(world))
  const [made] = await arrived(world, id)
  const path = made?.target ?? ''
  const whole = (await server.files())[path] ?? ''
  await writeFile(join(server.folder, path), 'z'.repeat(Buffer.byteLength(whole)))
  const again = await world.manager(letters.retryDelivery, { params: { id: made?.id ?? 0 } })
  expect(again.body.ftp).toBe('sent')
  expect((await server.files())[path]).toBe(whole)
  expect((await copiesOf(world, id))[0]?.target).toBe(path)
})

test("somebody else's file under the name of a copy stays: the copy gets its number", async () => {
  const [bytes, release] = ['содержимое', await newRelease(world, { title: 'Занятое имя' })]
  const files = [await fileOf(world, { name: 'taken.zip', bytes })]
  const folder = `${await nameOf(world.people.company1)}/Занятое имя`
  await mkdir(join(server.folder, folder), { recursive: true })
  const foreign = 'z'.repeat(Buffer.byteLength(bytes))
  await writeFile(join(server.folder, folder, 'taken.zip'), foreign)
  const [made] = await arrived(world, await idOf(world, await draftOf(world, {}, { release, files })))
  expect(made?.target).toMatch(/taken \(\d+\)\.zip$/)
  const there = await server.files()
  expect([there[`${folder}/taken.zip`], there[made?.target ?? '']]).toEqual([foreign, bytes])
})

test('reports the progress of a long copy, up to the last attempt', async () => {
  const { db, store } = world.product.deps
  const bytes = 'x'.repeat(3_000_000)
  const files = [await fileOf(world, { name: 'large.bin', bytes })]
  await server.kill()
  const id = await idOf(world, await draftOf(world, {}, { files }))
  await db
    .updateTable('deliveries')
    .set({ attempts: 20 })
    .where('entity_id', '=', id)
    .where('kind', '=', 'ftp')
    .execute()
  const [waiting] = await copiesOf(world, id)
  await onceFree(() => copy(world.product.deps, { delivery_id: waiting?.id ?? 0 }))
  expect((await copiesOf(world, id))[0]).toMatchObject({ state: 'failed', attempts: 21 })
  await server.start()
  await db
    .updateTable('deliveries')
    .set({ state: 'queued' })
    .where('id', '=', waiting?.id ?? 0)
    .execute()
  const slow: typeof store.get = (key) => Readable.from(slowly(store.get(key)))
  const copying = copy({ ...world.product.deps, store: { ...store, get: slow } }, { delivery_id: waiting?.id ?? 0 })
  const reports: number[] = []
  await expect
    .poll(async () => reports.push((await copiesOf(world, id))[0]?.file?.copied ?? 0) && reports.at(-1))
    .toBe(bytes.length)
  await copying
  expect(reports.some((copied) => copied > 0 && copied < bytes.length)).toBe(true)
  const there = (await server.files())[waiting?.target ?? ''] ?? ''
  expect(createHash('sha256').update(there).digest()).toEqual(createHash('sha256').update(bytes).digest())
})
