import { afterEach, beforeEach, expect, test } from 'vitest'
import { agreements, offers } from '@vypusk/contract'
import { makePerson } from '../../testing/making/make.ts'
import { makePublication } from '../../testing/making/make-publication.ts'
import { allCome, emptyBox, letterWorld, newAgreement, read, send, update } from '../../testing/letters.ts'
import { noticesOf } from '../../testing/notices.ts'
import { draftOf, publish } from '../../testing/publishing.ts'
import { tokenOf } from '../../testing/upload.ts'

/** Nobody is asked to agree to a date that has passed or to a release that was published, because nobody could. */

const world = letterWorld()
const SENDING = 'Дата установки прошла: назначьте другую и спросите о ней'

let began = ''
beforeEach(() => {
  began = world.product.clock.now().toISOString()
})
afterEach(() => world.product.clock.set(began))

/** The date of the tests is 11.03.2026, 22:00 UTC. */
const newDate = () => newAgreement(world, { releaseDate: '2026-03-11' })
async function dayAfter() {
  await emptyBox(world)
  world.product.clock.set('2026-03-12T09:00:00.000Z')
}
const offered = async (id: number, releaseTime: string) => {
  const body = { releaseDate: '2026-03-10', releaseTime, reason: 'Отчётность' }
  const { agreement } = (await world.client1(offers.propose, { params: { id }, body })).body
  return Number(agreement.offer?.id)
}
const answer = (id: number, offer_id: number, body: { answer: 'accept' } | { answer: 'decline'; text: string }) =>
  world.manager(offers.answer, { params: { id, offer_id }, body })

test('a date that was not sent in time is not sent any more, by one or by many', async () => {
  const id = await newDate()
  await dayAfter()
  expect((await update(world.manager, id, { updateTarget: 5 })).refusal.message).toBe(SENDING)
  expect((await read(world, id)).abilities.approve).toBe(SENDING)
  const many = (await world.manager(agreements.sendMany, { body: { ids: [id] } })).body
  expect(many).toMatchObject({ done: [], refused: [{ id, message: SENDING }] })
  expect(await emptyBox(world)).toEqual([])
  await update(world.manager, id, { updateTarget: 4, releaseDate: '2026-03-20', releaseTime: null, cancel_reason: '' })
  expect((await update(world.manager, id, { updateTarget: 5 })).status).toBe(200)
})

test('nobody is reminded of it by hand, and nobody who is added is asked', async () => {
  const id = await newDate()
  await send(world, id)
  await dayAfter()
  const reminded = (await world.manager(agreements.remindMany, { body: { ids: [id] } })).body
  expect(reminded).toMatchObject({ done: [], refused: [{ id, message: 'Дата установки прошла' }] })
  const later = await makePerson(world.product.deps.db, 'later', { idcomp: world.people.company1 })
  await update(world.manager, id, { updateTarget: 2, recipients: [world.people.client1, later] })
  await update(world.manager, id, { updateTarget: 3, recipientsExtra: ['later@example.ru'] })
  expect(await emptyBox(world)).toEqual([])
})

test('an offered moment that has passed, even today, can only be declined', async () => {
  const id = await newDate()
  await send(world, id)
  const offer_id = await offered(id, '10:00')
  await emptyBox(world)
  world.product.clock.set('2026-03-10T12:00:00.000Z')
  expect((await read(world, id)).abilities).toMatchObject({ accept_offer: 'Эта дата уже прошла', decline_offer: true })
  expect((await answer(id, offer_id, { answer: 'accept' })).refusal.message).toBe('Эта дата уже прошла')
  expect((await read(world, id)).releaseDate).toBe('2026-03-11')
  const again = { params: { id }, body: { releaseDate: '2026-03-10', releaseTime: '11:00', reason: 'Отчётность' } }
  await answer(id, offer_id, { answer: 'decline', text: 'Не успели' })
  expect((await world.client1(offers.propose, again)).refusal.errors).toEqual({ releaseDate: ['Эта дата уже прошла'] })
})

test('declining an offer asks nobody again about a date that has passed', async () => {
  const id = await newDate()
  await send(world, id)
  const offer_id = await offered(id, '10:00')
  const { sent_at } = await read(world, id)
  await dayAfter()
  await answer(id, offer_id, { answer: 'decline', text: 'Не успели' })
  expect((await read(world, id)).sent_at).toBe(sent_at)
  const letter = world.smtp.received.find(({ to }) => to === 'client1@example.ru')
  expect(letter?.mail.text).toContain('Не успели')
  expect(letter?.mail.text).not.toContain('/approve/')
  expect(letter?.mail.text).toContain('Дата установки не изменилась: 11.03.2026')
})

test('once the company has the release, nobody who is added is asked, and a declined offer asks nobody again', async () => {
  const { people, product, manager } = world
  const id = await newDate()
  await send(world, id)
  const offer_id = await offered(id, '10:00')
  const { release_id } = await read(world, id)
  const handed = { release_id, customers: [people.company1] }
  await makePublication(product.deps.db, { author_id: people.manager }, [handed])
  await emptyBox(world)
  await update(manager, id, { updateTarget: 3, recipientsExtra: ['later@example.ru'] })
  expect(await emptyBox(world)).toEqual([])
  await answer(id, offer_id, { answer: 'decline', text: 'Уже поставили' })
  const letter = world.smtp.received.find(({ to }) => to === 'client1@example.ru')?.mail.text
  expect(letter).toContain('Уже поставили')
  expect(letter).not.toContain('/approve/')
})

test('once the company has the release, an accepted offer is told of and asks nobody', async () => {
  const { people, product } = world
  const id = await newDate()
  await send(world, id)
  await update(world.client1, id, { updateTarget: 5 })
  const { release_id } = await read(world, id)
  const handed = { release_id, customers: [people.company1] }
  const offer_id = await offered(id, '10:00')
  await makePublication(product.deps.db, { author_id: people.manager }, [handed])
  await emptyBox(world)
  expect((await answer(id, offer_id, { answer: 'accept' })).status).toBe(200)
  await expect.poll(() => world.smtp.received.some(({ to }) => to === 'client1@example.ru')).toBe(true)
  const letter = world.smtp.received.find(({ to }) => to === 'client1@example.ru')?.mail.text
  expect(letter).toContain('Предложение принято')
  expect(letter).not.toContain('/approve/')
})

/** Publishes the release of an agreement to its company. */
async function publishTo(id: number) {
  const { release_id, company_id } = await read(world, id)
  const token = await tokenOf(world.product, 'manager')
  const publishing = { ...world, token, manager: world.product.withToken(token), client2: world.client1 }
  const draft = await draftOf(publishing, {}, { release: release_id, modules: [], customers: [company_id] })
  expect(await publish(publishing, draft)).toMatchObject({ status: 200 })
}

test('an open offer ends when the release is published to the company, and no other is made', async () => {
  const id = await newDate()
  await send(world, id)
  const offer_id = await offered(id, '10:00')
  await emptyBox(world)
  const asked = async () =>
    (await noticesOf(world.manager, { unread: 'true' })).filter(
      ({ href, kind }) => href.endsWith(`/${id}`) && kind === 'offer',
    )
  expect(await asked()).toHaveLength(1)
  await publishTo(id)
  await allCome(world)
  const { offer, offers: all, abilities } = await read(world, id)
  expect([offer, all[0]]).toMatchObject([null, { id: offer_id, state: 'lapsed' }])
  expect([abilities.accept_offer, abilities.decline_offer]).not.toContain(true)
  expect(await asked()).toEqual([])
  const told = world.smtp.received.filter(({ to }) => to === 'client1@example.ru').map(({ mail }) => mail.text)
  expect(told.join()).toContain('Релиз опубликован для вашей компании, и предложение больше не рассматривается.')
  expect((await noticesOf(world.client1)).map(({ text }) => text).join()).toContain('релиз опубликован')
  const late = { params: { id }, body: { releaseDate: '2026-03-12', releaseTime: '10:00', reason: 'Отчётность' } }
  expect((await world.client1(offers.propose, late)).refusal.message).toBe(
    'Релиз уже опубликован для вашей компании: предлагать другую дату поздно. Напишите поставщику в замечании',
  )
})
