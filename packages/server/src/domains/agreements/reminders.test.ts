import { afterEach, beforeAll, expect, test } from 'vitest'
import { agreements, approve, offers, reminders } from '@vypusk/contract'
import { addresses, emptyBox, letterWorld, linkOf, newAgreement, read, send, update } from '../../testing/letters.ts'
import { makePerson } from '../../testing/making/make.ts'
import { remindSilent } from './commands/reminding.ts'

/** Clients that do not answer are reminded by working days, then their deputy and their head are asked. */

const world = letterWorld()
const ASKED = '2026-03-06T06:30:00.000Z'
/** The question is sent on Friday the 6th; Monday the 9th is a day off. */
const FIRST = '2026-03-11T10:00:00.000Z'
const SECOND = '2026-03-13T10:00:00.000Z'
const THIRD = '2026-03-17T10:00:00.000Z'
const LAST = '2026-03-19T10:00:00.000Z'

let deputy_id = 0
let head_id = 0
beforeAll(async () => {
  const idcomp = world.people.company1
  deputy_id = await makePerson(world.product.deps.db, 'deputy', { idcomp })
  head_id = await makePerson(world.product.deps.db, 'head', { idcomp })
})
afterEach(async () => {
  world.product.clock.set(ASKED)
  await world.product.deps.db.updateTable('agreements').set({ deleted_at: ASKED }).execute()
})

const named = (deputy: number | null, head: number | null) =>
  world.manager(reminders.saveEscalation, {
    params: { company_id: world.people.company1 },
    body: { deputy_id: deputy, head_id: head },
  })
const list = async (id: number) => (await world.manager(reminders.list, { params: { id } })).body

/** Runs the schedule at this moment. @returns the addresses that received letters */
async function comes(at: string, sent: number): Promise<string[]> {
  await emptyBox(world)
  world.product.clock.set(at)
  await remindSilent(world.product.deps)
  await expect.poll(() => world.smtp.received.length).toBeGreaterThanOrEqual(sent)
  return addresses(world)
}

async function sentAgreement() {
  const id = await newAgreement(world, { recipientsExtra: ['it@example.ru'] })
  await send(world, id)
  return id
}

test('the recipients, the deputy and the head are asked on their days, each once, and listed', async () => {
  await named(deputy_id, head_id)
  const id = await sentAgreement()
  expect((await list(id)).planned.map(({ stage, day, at }) => [stage, day, at])).toEqual([
    ['recipients', '2026-03-11', '2026-03-11T09:00:00.000Z'],
    ['deputy', '2026-03-13', '2026-03-13T09:00:00.000Z'],
    ['head', '2026-03-17', '2026-03-17T09:00:00.000Z'],
    ['team', '2026-03-19', '2026-03-19T09:00:00.000Z'],
  ])
  expect(await comes('2026-03-10T10:00:00.000Z', 0)).toEqual([])
  expect(await comes(FIRST, 2)).toEqual(['client1@example.ru', 'it@example.ru'])
  expect(world.smtp.received[0]!.mail.subject).toMatch(/^Напоминание: согласуйте дату/)
  expect(await comes(FIRST, 0)).toEqual([])
  expect(await comes('2026-03-12T10:00:00.000Z', 0)).toEqual([])
  expect(await comes(SECOND, 3)).toEqual(['admin@example.ru', 'deputy@example.ru', 'manager@example.ru'])
  const { mail } = world.smtp.received.find(({ to }) => to === 'deputy@example.ru')!
  expect(mail.text).toContain('Не ответили: Имя client1\n')
  expect(mail.text).toContain('Ответ ждут до: 16.03.2026, понедельник\nСпрашивает: Имя manager, manager@example.ru')
  expect(mail.text).not.toContain('it@example.ru')
  expect(await comes(THIRD, 3)).toEqual(['admin@example.ru', 'head@example.ru', 'manager@example.ru'])
  expect(await comes('2026-03-18T10:00:00.000Z', 0)).toEqual([])
  expect(await comes(LAST, 2)).toEqual(['admin@example.ru', 'manager@example.ru'])
  expect(world.smtp.received[0]!.mail.subject).toMatch(/^Клиент так и не ответил: /)
  expect(await comes('2026-03-19T14:00:00.000Z', 0)).toEqual([])
  const { reminders: done, planned } = await list(id)
  expect(planned).toEqual([])
  expect(done.map(({ stage, at, user }) => [stage, at, user])).toEqual([
    ['team', LAST, null],
    ['head', THIRD, null],
    ['deputy', SECOND, null],
    ['recipients', FIRST, null],
  ])
  const { history } = await read(world, id)
  expect(history[0]).toMatchObject({ title: 'Клиент не отвечает', after: 'сообщили сотрудникам релиза' })
  expect(history[1]).toMatchObject({
    title: 'Напоминание клиенту',
    after: 'руководителю',
    via: 'schedule',
    user: { id: 0, name: 'Выпуск' },
  })
})

test('the deputy can answer by the letter until the company names somebody else', async () => {
  await named(deputy_id, null)
  const [id, other] = [await sentAgreement(), await sentAgreement()]
  await comes(FIRST, 4)
  await comes(SECOND, 6)
  const params = { token: linkOf(world, 'deputy@example.ru') }
  const answer = () => world.product.anonymous(approve.answer, { params, body: { answer: 'agree' } })
  await named(null, head_id)
  expect((await answer()).status).toBe(410)
  await named(deputy_id, null)
  expect((await answer()).status).toBe(200)
  expect(
    (await Promise.all([id, other].map((one) => read(world, one))))
      .map(({ status }) => status)
      .toSorted((a, b) => a - b),
  ).toEqual([1, 2])
})

test('nobody is asked on a day off, and a stage without a person is skipped', async () => {
  await named(null, head_id)
  const id = await sentAgreement()
  await comes(FIRST, 2)
  expect((await list(id)).planned.map(({ stage, day, has_addressee }) => [stage, day, has_addressee])).toEqual([
    ['deputy', '2026-03-13', false],
    ['head', '2026-03-17', true],
    ['team', '2026-03-19', true],
  ])
  expect(await comes(SECOND, 0)).toEqual([])
  expect(await comes('2026-03-21T10:00:00.000Z', 0)).toEqual([])
  expect(await comes('2026-03-19T10:00:00.000Z', 3)).toContain('head@example.ru')
})

test('five concurrent processes send one reminder', async () => {
  const id = await sentAgreement()
  await emptyBox(world)
  world.product.clock.set(FIRST)
  await Promise.all(Array.from({ length: 5 }, () => remindSilent(world.product.deps)))
  await expect.poll(() => world.smtp.received.length).toBe(2)
  expect((await list(id)).reminders).toHaveLength(1)
  expect((await read(world, id)).deliveries).toHaveLength(4)
})

test('a client that has responded is not reminded', async () => {
  const [agreed, remarked, offering, late] = [
    await sentAgreement(),
    await sentAgreement(),
    await sentAgreement(),
    await sentAgreement(),
  ]
  await update(world.client1, agreed, { updateTarget: 5 })
  await update(world.client1, remarked, { updateTarget: 0, remark: 'Рано' })
  await world.client1(offers.propose, { params: { id: offering }, body: { releaseDate: '2026-04-01' } })
  await world.product.deps.db
    .updateTable('agreements')
    .set({ releaseDate: '2026-03-10' })
    .where('id', '=', late)
    .execute()
  expect(await comes(FIRST, 0)).toEqual([])
  expect((await Promise.all([agreed, remarked, offering, late].map(list))).map(({ paused }) => paused)).toEqual([
    'Дата не ждёт ответа клиента',
    'Клиент оставил замечание: сначала ответьте на него',
    'Клиент предложил другую дату: примите её или отклоните',
    'Дата установки прошла',
  ])
})

test('a declined offer asks again, and the days are counted from then', async () => {
  const id = await sentAgreement()
  const { body } = await world.client1(offers.propose, { params: { id }, body: { releaseDate: '2026-04-01' } })
  world.product.clock.set(FIRST)
  await world.manager(offers.answer, {
    params: { id, offer_id: body.agreement.offer!.id },
    body: { answer: 'decline', text: 'Нет' },
  })
  expect((await list(id)).planned[0]).toMatchObject({ stage: 'recipients', day: '2026-03-13' })
  expect(await comes('2026-03-12T10:00:00.000Z', 0)).toEqual([])
})

test('only people of the company with an address are named, and only by staff', async () => {
  const silent = await makePerson(world.product.deps.db, 'mute', { idcomp: world.people.company1, email: null })
  const refused = await Promise.all([
    named(silent, null),
    named(null, world.people.client2),
    named(world.people.manager, null),
  ])
  expect(refused.map(({ status, refusal }) => [status, Object.keys(refusal.errors ?? {})])).toEqual([
    [422, ['deputy_id']],
    [422, ['head_id']],
    [422, ['deputy_id']],
  ])
  const body = { deputy_id: null, head_id: null }
  const client = await world.client1(reminders.saveEscalation, { params: { company_id: 1 }, body })
  const unknown = await world.manager(reminders.saveEscalation, { params: { company_id: 999_999 }, body })
  expect([client.status, unknown.status, unknown.refusal.message]).toEqual([403, 404, 'Такой компании нет'])
})

test.each(['blocked', 'deleted', 'moved'] as const)(
  'when the only recipient was %s, nobody is reminded, and the stage is skipped',
  async (how) => {
    const { people, product, manager } = world
    const { db } = product.deps
    const left = {
      blocked: { is_blocked: true },
      deleted: { deleted_at: ASKED },
      moved: { idcomp: people.company2 },
    }[how]
    await named(null, head_id)
    const leaver = await makePerson(db, how, { idcomp: people.company1 })
    const id = await newAgreement(world, { recipients: [leaver] })
    await send(world, id)
    await db.updateTable('users').set(left).where('id', '=', leaver).execute()
    const { body } = await manager(agreements.remindMany, { body: { ids: [id] } })
    expect(body).toMatchObject({
      done: [],
      refused: [{ message: 'Напомнить некому: у клиента нет получателей с почтовым адресом' }],
    })
    expect(await comes(FIRST, 0)).toEqual([])
    expect((await list(id)).reminders).toEqual([])
    expect((await list(id)).planned.find(({ has_addressee }) => has_addressee)).toMatchObject({ stage: 'head' })
  },
)
