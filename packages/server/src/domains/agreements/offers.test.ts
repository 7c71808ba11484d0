import { expect, test } from 'vitest'
import { approve, offers, type BodyInput } from '@vypusk/contract'
import type { Api } from '../../testing/app.ts'
import { addresses, emptyBox, letterWorld, linkOf, newAgreement, read, send, update } from '../../testing/letters.ts'
import { makeRelease } from '../../testing/making/make.ts'

/** The client offers another date, and staff answer. */

const world = letterWorld()
const DATE = { releaseDate: '2026-03-27', releaseTime: '23:00', reason: 'Закрываем квартал' }

const propose = (api: Api, id: number, body: BodyInput<typeof offers.propose> = DATE) =>
  api(offers.propose, { params: { id }, body })
const end = (api: Api, id: number, offer_id: number, body: BodyInput<typeof offers.answer>) =>
  api(offers.answer, { params: { id, offer_id }, body })

/** Sends an agreement whose client then offers another date, and empties the mailbox. */
async function offered() {
  const id = await newAgreement(world, { recipientsExtra: ['it@example.ru'] })
  await send(world, id)
  const { agreement } = (await propose(world.client1, id)).body
  await emptyBox(world)
  return { id, offer_id: agreement.offer!.id }
}

test('an offer waits for staff, is stored with author and time, and is announced by letters', async () => {
  const id = await newAgreement(world)
  await send(world, id)
  await emptyBox(world)
  const { status, body } = await propose(world.client1, id)
  expect([status, body.message, body.mail]).toEqual([200, 'Success', 'sent'])
  expect(body.agreement).toMatchObject({
    status: 1,
    releaseDate: '2026-03-20',
    offer: { releaseDate: '2026-03-27', releaseTime: '23:00' },
    offers: [
      {
        ...DATE,
        state: 'open',
        user: { id: world.people.client1, name: 'Имя client1' },
        created_at: '2026-03-06T06:30:00.000Z',
        answer: '',
        answered_by: null,
        answered_at: null,
      },
    ],
    abilities: { offer: 'Другая дата уже предложена и ждёт ответа поставщика', withdraw_offer: true },
  })
  expect(addresses(world)).toEqual(['admin@example.ru', 'manager@example.ru'])
  expect(world.smtp.received[0]!.mail.text).toContain(
    'Назначено: 20.03.2026, пятница, 22:00 UTC\nПредложено: 27.03.2026, пятница, 23:00 UTC\nПочему: Закрываем квартал',
  )
  expect((await read(world, id)).history[0]).toMatchObject({
    title: 'Предложенная клиентом дата',
    before: '',
    after: '27.03.2026, пятница, 23:00 UTC',
    note: 'Закрываем квартал',
    via: 'screen',
  })
  expect((await read(world, id)).abilities).toMatchObject({ accept_offer: true, decline_offer: true })
})

test('accepting moves the date, clears the approvals and asks the client to confirm by a new link', async () => {
  const { id, offer_id } = await offered()
  await update(world.client1, id, { updateTarget: 0, remark: '' })
  const accepted = await end(world.manager, id, offer_id, { answer: 'accept' })
  expect([accepted.status, accepted.body.mail]).toEqual([200, 'sent'])
  expect(accepted.body.agreement).toMatchObject({
    status: 1,
    releaseDate: '2026-03-27',
    releaseTime: '23:00',
    cancel_reason: 'Предложил клиент: Закрываем квартал',
    offer: null,
    offers: [{ id: offer_id, state: 'accepted', answered_by: { name: 'Имя manager' } }],
  })
  expect(addresses(world)).toEqual(['admin@example.ru', 'client1@example.ru', 'it@example.ru'])
  const { mail } = world.smtp.received.find(({ to }) => to === 'client1@example.ru')!
  expect(mail.text).toContain('Было: 20.03.2026, пятница, 22:00 UTC\nСтало: 27.03.2026, пятница, 23:00 UTC')
  expect(mail.attachments.map(({ mimeType }) => mimeType)).toContain('text/calendar')
  const params = { token: linkOf(world, 'client1@example.ru') }
  expect((await world.product.anonymous(approve.answer, { params, body: { answer: 'agree' } })).status).toBe(200)
  expect((await read(world, id)).status).toBe(2)
})

test('accepting an offer about an agreed date clears the approval of the client', async () => {
  const id = await newAgreement(world)
  await send(world, id)
  await update(world.client1, id, { updateTarget: 5 })
  const { agreement } = (await propose(world.client1, id)).body
  expect([agreement.status, agreement.offer === null]).toEqual([2, false])
  const { body } = await end(world.manager, id, agreement.offer!.id, { answer: 'accept' })
  expect(body.agreement).toMatchObject({ status: 1, by_client: false })
  expect(body.agreement.history.find(({ field, after }) => field === 'by_client' && after === false)).toBeDefined()
})

test('declining needs a text and asks about the present date again', async () => {
  const { id, offer_id } = await offered()
  world.product.clock.set('2026-03-10T06:30:00.000Z')
  const silent = await end(world.manager, id, offer_id, { answer: 'decline', text: ' ' })
  expect([silent.status, Object.keys(silent.refusal.errors ?? {})]).toEqual([422, ['text']])
  const { body } = await end(world.manager, id, offer_id, { answer: 'decline', text: 'Стенд занят до 30.03' })
  expect(body.agreement).toMatchObject({
    status: 1,
    releaseDate: '2026-03-20',
    sent_at: '2026-03-10T06:30:00.000Z',
    offer: null,
    offers: [{ state: 'declined', answer: 'Стенд занят до 30.03', answered_at: '2026-03-10T06:30:00.000Z' }],
  })
  expect(body.agreement.history[0]).toMatchObject({
    before: '27.03.2026, пятница, 23:00 UTC',
    after: 'отклонена',
    note: 'Стенд занят до 30.03',
    user: { name: 'Имя manager' },
  })
  expect(world.smtp.received.find(({ to }) => to === 'client1@example.ru')!.mail.text).toContain('Стенд занят до 30.03')
  expect(linkOf(world, 'client1@example.ru')).toMatch(/^[\w-]{43}$/)
  const again = await propose(world.client1, id, { releaseDate: '2026-03-31' })
  expect(again.body.agreement.offers.map(({ state }) => state)).toEqual(['open', 'declined'])
  world.product.clock.set('2026-03-06T06:30:00.000Z')
})

test('declining after the client had agreed keeps the agreed date and asks nothing', async () => {
  const id = await newAgreement(world)
  await send(world, id)
  await update(world.client1, id, { updateTarget: 5 })
  const { agreement } = (await propose(world.client1, id)).body
  await emptyBox(world)
  const { body } = await end(world.manager, id, agreement.offer!.id, { answer: 'decline', text: 'Поздно' })
  expect([body.agreement.status, body.agreement.sent_at]).toEqual([2, agreement.sent_at])
  expect(world.smtp.received.find(({ to }) => to === 'client1@example.ru')!.mail.text).not.toContain('/approve/')
})

test('an offer by a letter uses the link up and is recorded with the address', async () => {
  const id = await newAgreement(world, { recipientsExtra: ['it@example.ru'] })
  await send(world, id)
  const [own, colleague] = [linkOf(world, 'it@example.ru'), linkOf(world, 'client1@example.ru')]
  const answer = (token: string, body: BodyInput<typeof approve.answer>) =>
    world.product.anonymous(approve.answer, { params: { token }, body })
  const ask = async (token: string) => (await world.product.anonymous(approve.ask, { params: { token } })).body
  expect(await ask(own)).toMatchObject({ offer: null, can_offer: true })
  expect((await answer(own, { answer: 'offer', releaseDate: '2026-03-05' })).refusal.errors).toEqual({
    releaseDate: ['Эта дата уже прошла'],
  })
  expect((await answer(own, { answer: 'offer', ...DATE })).status).toBe(200)
  expect((await answer(own, { answer: 'agree' })).status).toBe(410)
  expect(await ask(colleague)).toMatchObject({
    offer: { releaseDate: '2026-03-27', releaseTime: '23:00' },
    can_offer: 'Другая дата уже предложена и ждёт ответа поставщика',
  })
  expect((await answer(colleague, { answer: 'offer', releaseDate: '2026-03-30' })).status).toBe(409)
  const first = await read(world, id)
  expect(first.offers).toMatchObject([{ user: { id: 0, name: 'it@example.ru' } }])
  expect(first.history[0]).toMatchObject({ via: 'letter', user: { name: 'it@example.ru' } })
  expect((await answer(colleague, { answer: 'agree' })).status).toBe(200)
  expect(await read(world, id)).toMatchObject({ status: 2, offer: null, offers: [{ state: 'lapsed' }] })
})

test('a move by staff and a withdrawal end an offer', async () => {
  const moved = await offered()
  await update(world.manager, moved.id, { updateTarget: 4, releaseDate: '2026-04-02', cancel_reason: 'Стенд занят' })
  expect(await read(world, moved.id)).toMatchObject({ offer: null, offers: [{ state: 'lapsed' }] })
  const late = await end(world.manager, moved.id, moved.offer_id, { answer: 'accept' })
  expect([late.status, late.refusal.message]).toEqual([409, 'На это предложение уже ответили, или его отозвали'])
  const taken = await offered()
  expect((await end(world.manager, taken.id, taken.offer_id, { answer: 'withdraw' })).status).toBe(403)
  const { body } = await end(world.client1, taken.id, taken.offer_id, { answer: 'withdraw' })
  expect(body.agreement).toMatchObject({ offer: null, offers: [{ state: 'withdrawn' }] })
})

test('one of twenty concurrent offers and one of twenty concurrent answers is accepted', async () => {
  const id = await newAgreement(world, { recipients: [] })
  await send(world, id)
  const made = await Promise.all(Array.from({ length: 20 }, () => propose(world.client1, id)))
  expect(made.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(made.filter(({ status }) => status === 409)).toHaveLength(19)
  const offer_id = (await read(world, id)).offer!.id
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      end(world.manager, id, offer_id, i % 2 ? { answer: 'accept' } : { answer: 'decline', text: 'Нет' }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
  const { offers: kept, releaseDate } = await read(world, id)
  expect(kept).toHaveLength(1)
  expect(releaseDate).toBe(kept[0]!.state === 'accepted' ? '2026-03-27' : '2026-03-20')
})

test('an offer is refused by staff, too early, for the same date, when stale, and of another company', async () => {
  const fresh = await newAgreement(world)
  expect((await propose(world.client1, fresh)).refusal.message).toMatch(/^Предложить другую дату можно после/)
  await send(world, fresh)
  expect((await propose(world.manager, fresh)).status).toBe(403)
  const client2 = await world.product.as('client2')
  expect((await propose(client2, fresh)).status).toBe(404)
  const same = await propose(world.client1, fresh, { releaseDate: '2026-03-20', releaseTime: '22:00' })
  expect(same.refusal.errors).toEqual({ releaseDate: ['Это та же дата и то же время'] })
  const stale = await propose(world.client1, fresh, { ...DATE, version: 1 })
  expect([stale.status, stale.refusal['current']]).toMatchObject([409, { id: fresh, version: 2 }])
  const { id, offer_id } = await offered()
  expect((await end(client2, id, offer_id, { answer: 'withdraw' })).status).toBe(404)
  expect((await end(world.client1, id, offer_id, { answer: 'accept' })).status).toBe(403)
  expect((await end(world.manager, fresh, offer_id, { answer: 'accept' })).status).toBe(409)
  await world.product.deps.db.updateTable('agreement_offers').set({ releaseDate: '2026-03-05' }).execute()
  expect((await end(world.manager, id, offer_id, { answer: 'accept' })).refusal.message).toBe('Эта дата уже прошла')
})

test('a client may offer a date for a hidden release once it was asked', async () => {
  const { people, product, manager } = world
  const release_id = await makeRelease(
    product.deps.db,
    { author_id: people.manager, is_visible_for_client: false },
    { companies: [people.company1] },
  )
  const id = await newAgreement(world, { release_id })
  expect((await propose(world.client1, id)).status).toBe(404)
  await update(manager, id, { updateTarget: 5 })
  expect((await propose(world.client1, id)).status).toBe(200)
})
