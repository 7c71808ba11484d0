import { expect, test } from 'vitest'
import { agreements, threads } from '@vypusk/contract'
import {
  emptyBox,
  letterWorld,
  linkOf,
  newAgreement,
  read,
  send,
  update,
  withoutProof,
} from '../../../testing/letters.ts'
import { makePerson, makeRequest } from '../../../testing/making/make.ts'

/** The complete letter that asks for a date: changes of it show up in `golden/`. */

const world = letterWorld()

/** Replaces what differs in each run: generated names, secrets, boundaries. */
const normalized = (text: string) =>
  withoutProof(text)
    .replaceAll(linkOf(world, 'client1@example.ru'), 'TOKEN')
    .replaceAll(/ООО «Компания \w+»/g, 'ООО «Компания»')
    .replaceAll(/delivery-\d+@/g, 'delivery-1@')
    .replaceAll(/№ \d+/g, '№ 1')
    .replaceAll(/agreement-\d+@/g, 'agreement-1@')
    .replaceAll(/releases\/\d+/g, 'releases/1')
    .replaceAll('\r\n', '\n')

/** An agreement of the first company, in a release with its own requests and one of another company. */
async function withRequests(count: number) {
  const id = await newAgreement(world, { recipientsExtra: ['it@example.ru'] })
  const { release_id } = await read(world, id)
  const { people, product } = world
  const common = { author_id: people.manager, idmod: people.module, release_id }
  for (let n = 1; n <= count; n += 1) {
    await makeRequest(product.deps.db, { ...common, idcomp: people.company1, e_title: `Своя заявка <${n}>` })
  }
  await makeRequest(product.deps.db, { ...common, idcomp: people.company2, e_title: 'Чужая заявка' })
  return { id, release_id }
}

const letterTo = (to: string) => world.smtp.received.find((one) => one.to === to)!.mail

test('contains what changes, when, until when, who asks, and three ways to answer', async () => {
  const { id } = await withRequests(10)
  await send(world, id)
  const mail = letterTo('client1@example.ru')
  const headers = Object.fromEntries(mail.headers.map(({ key, value }) => [key, value]))
  const kept = ['from', 'to', 'reply-to', 'subject', 'message-id', 'auto-submitted', 'x-auto-response-suppress']
  const shown = kept.map((key) => `${key}: ${headers[key] ?? ''}`).join('\n')
  const entry = mail.attachments.find(({ mimeType }) => mimeType === 'text/calendar')
  await expect(normalized(`${mail.subject}\n${shown}`)).toMatchFileSnapshot('golden/asking-headers.txt')
  await expect(normalized(mail.text!)).toMatchFileSnapshot('golden/asking.txt')
  await expect(normalized(mail.html!)).toMatchFileSnapshot('golden/asking-html.txt')
  await expect(normalized(new TextDecoder().decode(entry!.content as ArrayBuffer))).toMatchFileSnapshot(
    'golden/asking.ics',
  )
})

test('names only the requests of its own company, and none if the release is closed to it', async () => {
  const { id, release_id } = await withRequests(2)
  await send(world, id)
  expect(letterTo('it@example.ru').text).toContain('Своя заявка <2>')
  expect(letterTo('it@example.ru').text).not.toMatch(/Чужая|и ещё/)
  const { db } = world.product.deps
  await db.updateTable('releases').set({ is_visible_for_client: false }).where('id', '=', release_id).execute()
  await emptyBox(world)
  await world.manager(agreements.remindMany, { body: { ids: [id] } })
  expect(letterTo('client1@example.ru').text).not.toContain('заявка <')
})

test('replies go to the person who asks: first the sender, later the one who asked last', async () => {
  const { id } = await withRequests(0)
  await send(world, id)
  expect(letterTo('client1@example.ru').replyTo).toMatchObject([{ address: 'manager@example.ru' }])
  await emptyBox(world)
  await world.admin(agreements.remindMany, { body: { ids: [id] } })
  expect(letterTo('client1@example.ru').replyTo).toMatchObject([{ address: 'admin@example.ru' }])
  expect(letterTo('client1@example.ru').text).toContain('Спрашивает: Имя admin, admin@example.ru')
})

test('who has moved to another company gets no more letters of the former one', async () => {
  const { people, product, manager } = world
  const { db } = product.deps
  const mover = await makePerson(db, 'mover', { idcomp: people.company1 })
  const id = await newAgreement(world, { recipients: [people.client1, mover] })
  await send(world, id)
  const raised = await (
    await product.as('mover')
  )(threads.raise, { params: { entity: 'agreement', id }, body: { html: '<p>Рано</p>', blocks: true } })
  expect(await emptyBox(world)).toContain('mover@example.ru')
  await db.updateTable('users').set({ idcomp: people.company2 }).where('id', '=', mover).execute()
  const params = { id: raised.body.thread.id }
  await manager(threads.answer, { params, body: { html: '<p>Раньше, чем просили</p>' } })
  await manager(threads.turn, { params, body: { state: 'closed', reason: 'Договорились' } })
  await manager(threads.turn, { params, body: { state: 'open' } })
  // Its company is told instead, through those who are asked for the date.
  expect(await emptyBox(world)).toEqual(['client1@example.ru', 'client1@example.ru', 'client1@example.ru'])
  await update(manager, id, { updateTarget: 4, releaseDate: '2026-03-25', cancel_reason: 'Регламент' })
  await send(world, id)
  expect(await emptyBox(world)).toEqual(['admin@example.ru', 'client1@example.ru', 'client1@example.ru'])
})
