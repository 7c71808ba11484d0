import { expect, test } from 'vitest'
import { adminCompanies, agreements, offers, releases, talks, threads } from '@vypusk/contract'
import { agreementWorld, newAgreement, read, update } from '../../testing/agreements.ts'
import { makeCompany, makeModule, makePerson, makeRequest } from '../../testing/making/make.ts'
import { clear, noticesOf, unread, watch } from '../../testing/notices.ts'
import { endPassed } from './commands/sweeping.ts'
import { remindOwners } from '../threads/commands/reminding.ts'

/** A notice that asks something of a person leaves the count once its matter is settled, no matter by whom or how. */

const world = agreementWorld()
const MOVE = { updateTarget: 4, releaseDate: '2026-03-27', cancel_reason: 'Стенд занят' } as const

/** An agreement whose date both people of the client are asked about; they have nothing else unread. */
async function sentAgreement() {
  const { manager, client1 } = world
  const id = await newAgreement(world)
  await clear(manager, client1)
  await update(manager, id, { updateTarget: 5 })
  expect(await unread(client1)).toBe(1)
  return id
}

async function offered() {
  const id = await sentAgreement()
  await clear(world.client1)
  await world.client1(offers.propose, { params: { id }, body: { releaseDate: '2026-04-10' } })
  expect(await unread(world.manager)).toBe(1)
  const { offer } = await read(world.manager, id)
  return { id, params: { id, offer_id: offer!.id } }
}

const newest = async () => (await noticesOf(world.client1))[0]

test.each<[string, (id: number) => Promise<unknown>]>([
  ['agreed on behalf', (id) => update(world.manager, id, { updateTarget: 5, on_behalf: 'client', remark: 'Звонок' })],
  ['moved', (id) => update(world.manager, id, MOVE)],
  ['deleted', (id) => world.manager(agreements.remove, { params: { id } })],
])('a question about a date that is %s waits for nobody', async (_, settle) => {
  const id = await sentAgreement()
  const { id: question } = (await newest())!
  await settle(id)
  const left = (await noticesOf(world.client1)).find((one) => one.id === question)
  // Notices of deleted things are not shown at all.
  expect([undefined, true]).toContain(left?.settled)
  expect((await noticesOf(world.client1, { unread: 'true' })).map((one) => one.id)).not.toContain(question)
})

test('a company that is put on the not-publishing list is no longer asked anything', async () => {
  const id = await sentAgreement()
  const { release_id } = await read(world.manager, id)
  const before = (await newest())!.id
  await world.manager(releases.notPublishing, {
    body: { release_id, company_id: world.people.company1, reason: 'Просили' },
  })
  expect((await noticesOf(world.client1, { unread: 'true' })).map((one) => one.id)).not.toContain(before)
})

test('a question about a date that has passed waits for nobody', async () => {
  const { client1, product } = world
  const id = await sentAgreement()
  const question = (await newest())!.id
  const { releaseDate } = await read(world.manager, id)
  const now = product.clock.now().toISOString()
  const settledAt = async (moment: string) => {
    product.clock.set(moment)
    await endPassed(product.deps)
    // Sessions last for less than the days in between.
    product.clock.set(now)
    return (await noticesOf(client1)).find((one) => one.id === question)?.settled
  }
  expect(await settledAt(`${releaseDate}T00:00:00.000Z`)).toBe(false)
  const later = new Date(Date.parse(`${releaseDate}T00:00:00.000Z`) + 2 * 86_400_000).toISOString()
  expect(await settledAt(later)).toBe(true)
})

test('a remark waits for nobody where its company is no longer awaited', async () => {
  const { client1, manager, people } = world
  const id = await sentAgreement()
  await clear(manager)
  await update(client1, id, { updateTarget: 0, remark: 'Позвоните накануне' })
  expect(await unread(manager)).toBe(1)
  const { release_id } = await read(manager, id)
  await manager(releases.notPublishing, { body: { release_id, company_id: people.company1, reason: 'Просили' } })
  expect(await unread(manager)).toBe(0)
})

test('a closed remark and an offer that is answered or withdrawn wait for nobody', async () => {
  const id = await sentAgreement()
  await update(world.client1, id, { updateTarget: 0, remark: 'Позвоните накануне' })
  expect(await unread(world.manager)).toBe(1)
  await update(world.manager, id, { updateTarget: 0, remark: '' })
  expect(await unread(world.manager)).toBe(0)
  for (const body of [{ answer: 'withdraw' }, { answer: 'decline', text: 'Некому' }] as const) {
    const { params } = await offered()
    await (body.answer === 'withdraw' ? world.client1 : world.manager)(offers.answer, { params, body })
    expect(
      (await noticesOf(world.manager, { unread: 'true' })).filter(({ text }) => text.startsWith('Клиент предлагает')),
    ).toEqual([])
  }
})

test('no notice quotes words that were withdrawn, not even a reminder', async () => {
  const { manager, client1, product } = world
  const began = product.clock.now().toISOString()
  const about = { entity: 'agreement' as const, id: await sentAgreement() }
  await clear(manager)
  const { thread } = (await client1(threads.raise, { params: about, body: { html: '<p>Пароль: 123</p>' } })).body
  const params = { id: thread.id }
  const { body } = await client1(threads.answer, { params, body: { html: '<p>И логин: 456</p>' } })
  product.clock.set(`${thread.due}T07:00:00.000Z`)
  await remindOwners(product.deps)
  const told = async () => (await noticesOf(manager, { unread: 'true' })).map(({ text }) => text)
  const [first, second] = body.thread.entries
  const quotes = await told()
  expect(quotes.map((text) => /123|456/.exec(text)?.[0])).toEqual(['123', '456', '123'])
  await client1(threads.withdraw, { params: { ...params, entry_id: second!.id } })
  expect(await told()).toEqual([quotes[0], 'Сообщение отозвано', quotes[2]])
  await client1(threads.withdraw, { params: { ...params, entry_id: first!.id } })
  expect((await noticesOf(manager)).slice(0, 5).map(({ text }) => text)).toEqual([
    'Замечание закрыто: Отозвано',
    'Замечание',
    ...Array.from({ length: 3 }, () => 'Сообщение отозвано'),
  ])
  product.clock.set(began)
})

test('a repeated question is one line, and another date is another question', async () => {
  const id = await sentAgreement()
  const params = { id, offer_id: 0 }
  await world.client1(offers.propose, { params: { id }, body: { releaseDate: '2026-04-10' } })
  params.offer_id = (await read(world.manager, id)).offer!.id
  await world.manager(offers.answer, { params, body: { answer: 'decline', text: 'Некому' } })
  const questions = async () =>
    (await noticesOf(world.client1, { unread: 'true' }))
      .filter(({ kind }) => kind === 'approval')
      .map(({ text }) => text)
  expect(await questions()).toEqual(['Предложенная дата отклонена, ответьте о 20.03.2026, пятница, 22:00 UTC: Некому'])
  await update(world.manager, id, MOVE)
  await update(world.manager, id, { updateTarget: 5 })
  expect(await questions()).toEqual(['Согласуйте дату установки 27.03.2026, пятница'])
})

test('a question about a request of a hidden company waits for nobody until the company is shown again', async () => {
  const { manager, product } = world
  const { db } = product.deps
  const idcomp = await makeCompany(db)
  const author_id = await makePerson(db, 'of.leaving', { idcomp })
  const request = await makeRequest(db, { author_id, idcomp, idmod: await makeModule(db, [idcomp]) })
  await watch(manager, 'request', request)
  const client = await product.as('of.leaving')
  const admin = await product.as('admin')
  await clear(manager)
  await client(talks.say, { params: { id: request }, body: { html: '<p>Когда?</p>', asks: true } })
  expect(await unread(manager)).toBe(1)
  const hide = (is_hidden: boolean) =>
    admin(adminCompanies.hide, { params: { id: idcomp }, body: { is_hidden } }).then(({ status }) => status)
  await db.updateTable('users').set({ is_blocked: true }).where('id', '=', author_id).execute()
  expect([await hide(true), await unread(manager)]).toEqual([200, 0])
  expect([await hide(false), await unread(manager)]).toEqual([200, 1])
})
