import { expect, test } from 'vitest'
import { agreements, approve, notices, offers, releases, threads, type BodyInput } from '@vypusk/contract'
import { emptyBox, letterWorld, linkOf, newAgreement, read, send, update } from '../../../testing/letters.ts'
import { makePerson } from '../../../testing/making/make.ts'
import { clear, noticesOf } from '../../../testing/notices.ts'

/** The person who offered a date learns what becomes of it, and internal data reaches staff only. */

const world = letterWorld()
const EXTRA = 'canary@outside.example'
const OFFER = { releaseDate: '2026-03-27', reason: 'Закрываем квартал' } as const

let made = 0
/** A date sent to one person and an extra address of a company that has another person, who is not a recipient. */
async function sentAgreement() {
  const { db } = world.product.deps
  const login = `colleague${(made += 1)}`
  await makePerson(db, login, { idcomp: world.people.company1 })
  const id = await newAgreement(world, { recipientsExtra: [EXTRA] })
  await send(world, id)
  const extra = linkOf(world, EXTRA)
  await emptyBox(world)
  return { id, extra, login, api: await world.product.as(login) }
}

const answer = (token: string, body: BodyInput<typeof approve.answer>) =>
  world.product.anonymous(approve.answer, { params: { token }, body })

const lettersTo = (to: string) => world.smtp.received.filter((one) => one.to === to).map(({ mail }) => mail.text ?? '')

async function settle(id: number, body: BodyInput<typeof offers.answer>, api = world.manager) {
  const { offer } = await read(world, id)
  await emptyBox(world)
  await api(offers.answer, { params: { id, offer_id: offer!.id }, body })
}

test.each<[string, (id: number) => Promise<unknown>, RegExp]>([
  ['accepted', (id) => settle(id, { answer: 'accept' }), /Предложение принято/],
  ['declined', (id) => settle(id, { answer: 'decline', text: 'Стенд занят' }), /Стенд занят/],
  ['withdrawn by a colleague', (id) => settle(id, { answer: 'withdraw' }, world.client1), /отозвано вашей компанией/],
  ['dropped by an approval', (id) => update(world.client1, id, { updateTarget: 5 }), /больше не рассматривается/],
  [
    'dropped by a move',
    (id) => update(world.manager, id, { updateTarget: 4, releaseDate: '2026-04-01', cancel_reason: 'Стенд занят' }),
    /Вы предлагали: 27\.03\.2026, пятница: больше не рассматривается/,
  ],
])(
  'an offer that is %s is reported to the person who made it, by letter and behind the bell',
  async (_, act, outcome) => {
    const { id, login, api } = await sentAgreement()
    await api(offers.propose, { params: { id }, body: OFFER })
    await act(id)
    await expect.poll(() => lettersTo(`${login}@example.ru`)).toHaveLength(1)
    expect(lettersTo(`${login}@example.ru`)[0]).toMatch(outcome)
    const [newest] = (await api(notices.list, { query: {} })).body.notices
    expect(newest?.text).toMatch(/^Предложенная вами дата 27\.03\.2026, пятница /)
  },
)

test('a declined offer leaves the turn with staff while a remark of the client is unanswered', async () => {
  const { id } = await sentAgreement()
  const raised = { params: { entity: 'agreement' as const, id }, body: { html: '<p>Не печатает</p>', blocks: true } }
  const { id: thread_id } = (await world.client1(threads.raise, raised)).body.thread
  const decline = { answer: 'decline', text: 'Стенд занят' } as const
  await world.client1(offers.propose, { params: { id }, body: OFFER })
  await clear(world.client1)
  await settle(id, decline)
  const [letter = ''] = lettersTo('client1@example.ru')
  expect(letter).toContain('На ваше замечание поставщик ещё ответит')
  expect(letter).toContain('Ждёт ответа поставщика')
  expect(letter).not.toMatch(/ждёт вашего ответа|Ответ ждут до/)
  const bell = async () =>
    (await noticesOf(world.client1)).filter(({ kind }) => kind === 'approval' || kind === 'answer')
  expect((await bell())[0]?.text).not.toContain('ответьте')
  const ask = { params: { token: linkOf(world, 'client1@example.ru') } }
  expect((await world.product.anonymous(approve.ask, ask)).body.answer_by).toBeNull()

  await world.manager(threads.answer, { params: { id: thread_id }, body: { html: '<p>Исправили</p>' } })
  await world.client1(offers.propose, { params: { id }, body: OFFER })
  await settle(id, decline)
  expect(lettersTo('client1@example.ru')[0]).toContain('по-прежнему ждёт вашего ответа')
  expect((await bell())[0]?.text).toMatch(/^Предложенная дата отклонена, ответьте о /)
})

test('an offerer without an account is notified as well, and so is the sender who is not in the team', async () => {
  const { id } = await sentAgreement()
  await update(world.manager, id, { updateTarget: 2, recipients: [world.people.client1] })
  await world.admin(agreements.remindMany, { body: { ids: [id] } })
  await answer(linkOf(world, EXTRA), { answer: 'offer', ...OFFER })
  await emptyBox(world)
  await update(world.client1, id, { updateTarget: 5 })
  await expect.poll(() => lettersTo(EXTRA)).toHaveLength(1)
  expect(lettersTo(EXTRA)[0]).toContain('больше не рассматривается')
})

test('the person who last asked is notified of the answer, though neither author nor on the release', async () => {
  const { db } = world.product.deps
  await makePerson(db, 'sender', { isRivc: true })
  const sender = await world.product.as('sender')
  const id = await newAgreement(world)
  await update(sender, id, { updateTarget: 5 })
  await emptyBox(world)
  await update(world.client1, id, { updateTarget: 5 })
  await expect.poll(() => lettersTo('sender@example.ru')).toHaveLength(1)
  const [newest] = (await sender(notices.list, { query: {} })).body.notices
  expect(newest?.text).toMatch(/^Клиент согласовал дату/)
})

test('extra addresses, and errors of the mail server about them, reach no client by any reply, letter or notice', async () => {
  const { id, extra } = await sentAgreement()
  const { release_id } = await read(world, id)
  expect((await answer(extra, { answer: 'remark', remark: 'Лучше утром' })).status).toBe(200)
  await update(world.manager, id, { updateTarget: 3, recipientsExtra: [EXTRA, 'canary2@outside.example'] })
  await expect.poll(() => world.smtp.received.some(({ to }) => to === 'canary2@outside.example')).toBe(true)
  await answer(linkOf(world, 'canary2@outside.example'), { answer: 'offer', ...OFFER })
  world.smtp.answer = () => ({ responseCode: 550, message: '5.1.1 no such canary-user' })
  await update(world.manager, id, { updateTarget: 4, releaseDate: '2026-04-01', cancel_reason: 'Стенд занят' })
  world.smtp.answer = () => undefined
  await update(world.manager, id, { updateTarget: 5 })
  const api = world.client1
  const params = { params: { id } }
  const replies = [
    await api(agreements.get, params),
    await api(agreements.list, { query: {} }),
    await api(releases.get, { params: { id: release_id } }),
    await api(notices.list, { query: {} }),
    await world.product.anonymous(approve.ask, { params: { token: linkOf(world, 'client1@example.ru') } }),
    await update(api, id, { updateTarget: 0, remark: 'Лучше в среду' }),
  ]
  for (const { status, body } of replies) {
    expect(status).toBe(200)
    expect(JSON.stringify(body)).not.toContain('canary')
  }
  for (const text of lettersTo('client1@example.ru')) expect(text).not.toContain('canary')
  // Staff see all of it.
  expect(JSON.stringify(await read(world, id))).toContain(EXTRA)
})
