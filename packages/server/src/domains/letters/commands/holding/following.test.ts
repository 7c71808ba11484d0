import { beforeEach, expect, test } from 'vitest'
import { notices, talks, threads, type BodyInput } from '@vypusk/contract'
import { allCome, emptyBox, letterWorld, newAgreement } from '../../../../testing/letters.ts'
import { makePerson, makeRequest } from '../../../../testing/making/make.ts'
import { watch } from '../../../../testing/notices.ts'
import { sendHeld } from './holding.ts'

/** Notices that waited with a held letter are sent to those who may and want to read them then. */

const world = letterWorld()
let reader: number
let serial = 0
beforeEach(async () => {
  serial += 1
  reader = await makePerson(world.product.deps.db, `reader${serial}`, { idcomp: world.people.company1 })
})

const set = (fields: { is_blocked?: boolean; email?: string; idcomp?: number; deleted_at?: string }) =>
  world.product.deps.db.updateTable('users').set(fields).where('id', '=', reader).execute()
const setRequest = (id: number, fields: { idcomp?: number; deleted_at?: string }) =>
  world.product.deps.db.updateTable('requests').set(fields).where('id', '=', id).execute()
const say = (id: number, text: string) => world.manager(talks.say, { params: { id }, body: { html: `<p>${text}</p>` } })
const later = async () => {
  const { clock, deps } = world.product
  clock.set(new Date(clock.now().getTime() + 11 * 60_000).toISOString())
  await sendHeld(deps)
}
const own = async () => world.product.as(`reader${serial}`)
const silent = (kind: notices.Kind) => ({
  kinds: [{ kind, screen: true, letter: false, digest: false }],
  digest_time: '09:00',
})

/** A request of the reader's, with one entry of staff that has come and one that waits. */
async function heldRequest() {
  const { company1: idcomp, module: idmod } = world.people
  const id = await makeRequest(world.product.deps.db, { author_id: reader, idcomp, idmod })
  await say(id, 'Первое')
  expect(await emptyBox(world)).toEqual([`reader${serial}@example.ru`])
  await say(id, 'Второе')
  return id
}

test.each<[string, (id: number) => Promise<unknown>]>([
  ['was blocked', () => set({ is_blocked: true })],
  ['was deleted', () => set({ deleted_at: '2026-03-06T12:00:00.000Z' })],
  ['was moved to another company', () => set({ idcomp: world.people.company2 })],
  ['cannot see the request, which was deleted', (id) => setRequest(id, { deleted_at: '2026-03-06T12:00:00.000Z' })],
  ['cannot see the request, which was given away', (id) => setRequest(id, { idcomp: world.people.company2 })],
  ['stopped following the request', async (id) => watch(await own(), 'request', id, false)],
  ['wants no letters', async () => (await own())(notices.saveSettings, { body: silent('talk') })],
])('whoever %s gets nothing of what waited', async (_, happens) => {
  const id = await heldRequest()
  await happens(id)
  await later()
  expect(await emptyBox(world)).toEqual([])
})

test('what waited goes to the address of today, once', async () => {
  await heldRequest()
  await set({ email: `new${serial}@example.ru` })
  await later()
  expect(await emptyBox(world)).toEqual([`new${serial}@example.ru`])
})

test('whoever is named is written to, even if they stopped following', async () => {
  const id = await heldRequest()
  const mentions = [world.people.admin]
  await world.manager(talks.say, { params: { id }, body: { html: '<p>Посмотрите</p>', mentions } })
  await watch(world.admin, 'request', id, false)
  await later()
  expect(await emptyBox(world)).toEqual(['admin@example.ru', `reader${serial}@example.ru`])
})

test('of a withdrawn entry nothing is sent, of the one before it everything', async () => {
  const { manager, admin } = world
  const settings = { kinds: [{ kind: 'remark', screen: true, letter: true, digest: false }], digest_time: '09:00' }
  const id = await newAgreement(world)
  await admin(notices.saveSettings, { body: settings as BodyInput<typeof notices.saveSettings> })
  const params = { entity: 'agreement' as const, id }
  const { thread } = (await manager(threads.raise, { params, body: { html: '<p>Когда у вас окно?</p>' } })).body
  const answer = async (html: string) =>
    (await manager(threads.answer, { params: { id: thread.id }, body: { html } })).body.thread.entries.at(-1)!.id
  await emptyBox(world)
  await answer('<p>Ответьте сегодня</p>')
  await answer('<p>До шести</p>')
  const entry_id = await answer('<p>Пароль: 123</p>')
  await manager(threads.withdraw, { params: { id: thread.id, entry_id } })
  await later()
  await allCome(world)
  const letters = world.smtp.received
  expect(letters.map(({ to }) => to)).toEqual(['admin@example.ru'])
  expect(letters[0]?.mail.text).toContain('До шести')
  expect(letters[0]?.mail.text).not.toContain('123')
})
