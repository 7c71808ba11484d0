import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { drafts, publications, releases, webhooks } from '@vypusk/contract'
import { copiesOf } from '../../testing/copying.ts'
import { noticesOf } from '../../testing/notices.ts'
import { draftOf, idOf, lettersAbout, newRelease, publishWorld } from '../../testing/publishing.ts'
import { startFtp, type TestFtp } from '../../testing/servers/ftp.ts'
import { remindOfFiles } from './commands/reminding.ts'

/** A release that is hidden from clients when it is published, and shown to them later (docs/decisions/0174). */

let server: TestFtp
beforeAll(async () => {
  server = await startFtp('ftp')
})
const world = publishWorld(() => ({ FTP_URL: server.url, PUBLIC_URL: 'https://vypusk.example.ru' }))
afterAll(() => server.stop())

let hidden: number
let other: number
beforeEach(async () => {
  world.product.clock.set('2026-03-06T09:30:00.000Z')
  hidden = await newRelease(world, { title: 'Касса 2.1', is_visible_for_client: false })
  other = await newRelease(world, { title: 'Склад 5.8' })
})

/** Shows or hides the release as its form does. */
async function show(is_visible_for_client: boolean) {
  const { people, manager } = world
  const dates = { start_date: '2026-03-01', plan_date: '2026-04-01' }
  const fields = { title: 'Касса 2.1', companies: [people.company1, people.company2], modules_ids: [people.module] }
  const body = { ...fields, ...dates, is_visible_for_client }
  expect((await manager(releases.save, { params: { id: hidden }, body })).status).toBe(200)
}

/** Both releases, the hidden one with a file, to both companies. */
async function draftOfBoth() {
  const { people } = world
  const customers = [people.company1, people.company2]
  const draft = await draftOf(world, {}, { release: hidden, customers })
  const list = [...draft.list, { release: other, files: [], modules: [], customers: [people.company1] }]
  const recipients = { rivc: [people.admin], clients: [people.client1, people.client2] }
  return { ...draft, list, recipients }
}

const lettersOf = async (id: number) =>
  (await lettersAbout(world, id, 'publication.published')).map(({ target, subject }) => `${target}: ${subject}`)
const newsTo = async (id: number) =>
  (await noticesOf(world.client2)).filter((one) => one.href === `/publication/${id}`).map(({ text }) => text)
const handedRecords = async (id: number) => {
  const of = world.product.deps.db.selectFrom('history').select('after').where('entity_id', '=', id)
  const rows = await of.where('entity', '=', 'publication').where('field', '=', 'handed').orderBy('id').execute()
  return rows.map(({ after }) => JSON.stringify(after))
}

test('its companies are told and handed it when it is shown, once', async () => {
  const id = await idOf(world, await draftOfBoth())
  const first = [
    'admin@example.ru: Опубликованы релизы «Касса 2.1», «Склад 5.8»',
    'client1@example.ru: Опубликован релиз «Склад 5.8»',
  ]
  expect(await lettersOf(id)).toEqual(first)
  expect(await newsTo(id)).toEqual([])
  expect(await copiesOf(world, id)).toEqual([])
  await show(true)
  const told = [
    'client1@example.ru: Опубликован релиз «Касса 2.1»',
    'client2@example.ru: Опубликован релиз «Касса 2.1»',
  ]
  const all = new Set([...first, ...told])
  expect(new Set(await lettersOf(id))).toEqual(all)
  expect(await newsTo(id)).toEqual(['Опубликован релиз: Касса 2.1'])
  expect(await copiesOf(world, id)).toHaveLength(2)
  const records = await handedRecords(id)
  expect(records.filter((text) => text.includes('Касса 2.1') && text.includes('update.zip (SHA-256 '))).toHaveLength(2)
  await show(false)
  await show(true)
  expect(await lettersOf(id)).toHaveLength(all.size)
  expect(await newsTo(id)).toHaveLength(1)
  expect(await handedRecords(id)).toHaveLength(3)
})

test('those who were told are told that it was withdrawn, though it is hidden again by then', async () => {
  const id = await idOf(world, await draftOfBoth())
  await show(true)
  await show(false)
  await world.manager(publications.withdraw, { params: { id }, body: { reason: 'Не та сборка' } })
  const targets = (await lettersAbout(world, id, 'publication.withdrawn')).map(({ target }) => target)
  expect(targets).toContain('client2@example.ru')
})

test('nothing is told of what was withdrawn before it is shown', async () => {
  const id = await idOf(world, await draftOfBoth())
  await world.manager(publications.withdraw, { params: { id }, body: { reason: 'Не та сборка' } })
  await show(true)
  expect((await lettersOf(id)).filter((letter) => letter.startsWith('client2'))).toEqual([])
})

test('a company is reminded of its files by the days since it could fetch them', async () => {
  const id = await idOf(world, await draftOfBoth())
  world.product.clock.set('2026-03-16T09:30:00.000Z')
  await show(true)
  await remindOfFiles(world.product.deps)
  expect(await lettersAbout(world, id, 'publication.reminded')).toEqual([])
  world.product.clock.set('2026-03-18T09:30:00.000Z')
  await remindOfFiles(world.product.deps)
  const reminded = (await lettersAbout(world, id, 'publication.reminded')).map(({ target }) => target)
  expect(reminded).toEqual(['client1@example.ru', 'client2@example.ru'])
})

test('before publishing it is said who is written to only then', async () => {
  const { body } = await world.manager(drafts.preview, { body: await draftOfBoth() })
  expect(body.without).toMatchObject([
    { mailuser: 'client2@example.ru', reason: 'Релиз скрыт: письмо уйдёт, когда его покажут' },
  ])
})

test('the channel of a company is told then, that of staff is not told twice', async () => {
  const admin = await world.product.as('admin')
  const kinds = ['publication.published' as const]
  const channel = async (about: { company?: number }) => {
    const draft = { url: 'https://chat.example.ru/hook', kinds, format: 'slack' as const, ...about }
    return (await admin(webhooks.create, { body: draft })).body.webhook.id
  }
  const [own, staffs] = [await channel({ company: world.people.company2 }), await channel({})]
  const told = async (webhook: number) =>
    (await admin(webhooks.deliveries, { params: { id: webhook }, query: {} })).body.data.length
  await idOf(world, await draftOfBoth())
  expect([await told(own), await told(staffs)]).toEqual([0, 1])
  await show(true)
  expect([await told(own), await told(staffs)]).toEqual([1, 1])
})
