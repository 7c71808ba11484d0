import { expect, test } from 'vitest'
import { agreements, offers, reminders, threads } from '@vypusk/contract'
import { addresses, emptyBox, letterWorld, newAgreement, read, send, update } from '../../testing/letters.ts'

const world = letterWorld()
const sendMany = (ids: number[]) => world.manager(agreements.sendMany, { body: { ids } })
const remindMany = (ids: number[]) => world.manager(agreements.remindMany, { body: { ids } })

test('several are sent, and a refused one has a reason and does not hold up the others', async () => {
  const first = await newAgreement(world)
  const dateless = await newAgreement(world, { releaseDate: null, releaseTime: null })
  const second = await newAgreement(world)
  const { body } = await sendMany([first, dateless, second, first, 999_999])
  expect(body).toEqual({
    message: 'Success',
    done: [first, second],
    refused: [
      { id: dateless, message: 'Сначала укажите дату установки' },
      { id: 999_999, message: 'Не найдено: возможно, запись удалена или адрес набран с ошибкой' },
    ],
    mail: 'sent',
  })
  expect(addresses(world)).toEqual(['client1@example.ru', 'client1@example.ru'])
  expect([(await read(world, first)).status, (await read(world, dateless)).status]).toEqual([1, 0])
})

test('a reminder has a link of its own and goes only where an answer is awaited', async () => {
  const asked = await newAgreement(world, { recipients: [world.people.client1, world.people.admin] })
  await send(world, asked)
  const agreed = await newAgreement(world)
  await send(world, agreed)
  await update(world.client1, agreed, { updateTarget: 5 })
  const fresh = await newAgreement(world)
  const alone = await newAgreement(world, { recipients: [] })
  await send(world, alone)
  const { sent_at } = await read(world, asked)
  await emptyBox(world)
  const { body } = await remindMany([asked, agreed, fresh, alone])
  expect(body).toMatchObject({
    done: [asked],
    refused: [
      { id: agreed, message: 'Напоминать не о чем: дата не ждёт ответа клиента' },
      { id: fresh, message: 'Напоминать не о чем: дата не ждёт ответа клиента' },
      { id: alone, message: 'Напомнить некому: у клиента нет получателей с почтовым адресом' },
    ],
    mail: 'sent',
  })
  const letters = world.smtp.received.filter(({ mail }) => mail.subject?.startsWith('Напоминание'))
  expect(letters.map(({ to }) => to)).toEqual(['client1@example.ru'])
  expect(letters[0]!.mail.text).toMatch(/\/approve\/[\w-]{43}\?act=agree\n/)
  const after = await read(world, asked)
  expect(after).toMatchObject({ status: 1, sent_at })
  expect(after.history[0]).toMatchObject({ title: 'Напоминание клиенту', after: 'получателям' })
})

test('a client that has answered is not reminded by hand until the provider has settled the answer', async () => {
  const [offering, remarked] = [await newAgreement(world), await newAgreement(world)]
  await Promise.all([offering, remarked].map((id) => send(world, id)))
  await world.client1(offers.propose, { params: { id: offering }, body: { releaseDate: '2026-04-01' } })
  const about = { entity: 'agreement', id: remarked } as const
  const raised = await world.client1(threads.raise, { params: about, body: { html: '<p>Рано</p>', blocks: true } })
  await emptyBox(world)
  const [accept, answer] = [
    'Клиент предложил другую дату: примите её или отклоните',
    'Клиент оставил замечание: сначала ответьте на него',
  ]
  expect((await remindMany([offering, remarked])).body).toMatchObject({
    done: [],
    refused: [
      { id: offering, message: accept },
      { id: remarked, message: answer },
    ],
  })
  const ladder = async (id: number) => (await world.manager(reminders.list, { params: { id } })).body
  expect([(await ladder(offering)).abilities.remind, (await ladder(remarked)).abilities.remind]).toEqual([
    accept,
    answer,
  ])
  expect(await emptyBox(world)).toEqual([])
  const { id } = raised.body.thread
  await world.manager(threads.answer, { params: { id }, body: { html: '<p>Раньше нельзя</p>' } })
  expect(await ladder(remarked)).toMatchObject({ paused: 'Замечание ещё не закрыто', abilities: { remind: true } })
  expect((await remindMany([remarked])).body.done).toEqual([remarked])
})

test('concurrent reminders of two people send one letter, and another one the next morning', async () => {
  const id = await newAgreement(world)
  await send(world, id)
  await emptyBox(world)
  const replies = await Promise.all([
    remindMany([id]),
    world.admin(agreements.remindMany, { body: { ids: [id] } }),
    remindMany([id]),
  ])
  expect(replies.flatMap(({ body }) => body.done)).toEqual([id])
  const tooSoon = 'Клиенту напомнили меньше 12 часов назад: дайте ему время ответить'
  expect(replies.flatMap(({ body }) => body.refused)).toEqual([
    { id, message: tooSoon },
    { id, message: tooSoon },
  ])
  expect(addresses(world)).toEqual(['client1@example.ru'])
  const now = world.product.clock.now().toISOString()
  world.product.clock.set('2026-03-06T18:30:00.000Z')
  expect((await remindMany([id])).body.done).toEqual([id])
  world.product.clock.set(now)
})

test('only staff may send and remind, and the list must not be empty', async () => {
  expect((await world.client1(agreements.sendMany, { body: { ids: [1] } })).status).toBe(403)
  expect((await remindMany([])).status).toBe(422)
})
