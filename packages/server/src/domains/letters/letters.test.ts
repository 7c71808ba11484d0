import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { agreements, letters, type BodyInput } from '@vypusk/contract'
import { NOBODY, type Person } from '../../platform/person.ts'
import { emit } from '../../platform/events.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makePeople, makePerson, makeRelease } from '../../testing/make.ts'
import { startSmtp, type TestSmtp } from '../../testing/smtp.ts'
import { deliver } from './commands.ts'

/** Letters through a mail server that really speaks SMTP. */

let smtp: TestSmtp
let product: TestApp
let people: Awaited<ReturnType<typeof makePeople>>
let manager: Api
let admin: Api
let client1: Api

beforeAll(async () => {
  smtp = await startSmtp()
  product = await testApp({ SMTP_URL: smtp.url, PUBLIC_URL: 'https://vypusk.example.ru', MAIL_FROM: 'Выпуск <vypusk@example.ru>' })
  people = await makePeople(product.deps.db)
  manager = await product.as('manager')
  admin = await product.as('admin')
  client1 = await product.as('client1')
})
afterAll(async () => {
  await product.close()
  await smtp.stop()
})
beforeEach(() => {
  smtp.received.length = 0
  smtp.answer = () => undefined
})

/** The release's people are the administrator and a colleague; the manager makes the agreement. */
async function newAgreement(given: object = {}): Promise<number> {
  const release_id = await makeRelease(
    product.deps.db,
    { author_id: people.manager, title: 'Учёт «Весна» & склад' },
    { companies: [people.company1], users: [people.admin] },
  )
  const { body } = await manager(agreements.add, {
    body: {
      release_id,
      company_id: people.company1,
      recipients: [people.client1],
      recipientsExtra: [],
      releaseDate: '2026-03-20',
      releaseTime: '22:00',
      ...given,
    },
  })
  return body.id
}

type Update = BodyInput<typeof agreements.update>
const update = (api: Api, id: number, body: Update) =>
  api(agreements.update, { params: { id }, body })
const send = (id: number) => update(manager, id, { updateTarget: 5 })
const read = async (id: number) => (await manager(agreements.get, { params: { id } })).body
const addresses = () => smtp.received.map(({ to }) => to).toSorted()

test('a letter arrives with its Russian subject, both parts, one button and the date', async () => {
  const id = await newAgreement()
  expect((await send(id)).body.mail).toBe('sent')
  const [letter] = smtp.received
  expect([smtp.received.length, letter!.to]).toEqual([1, 'client1@example.ru'])
  const { mail } = letter!
  expect(mail.subject).toBe('Согласуйте дату установки 20.03.2026 22:00: Учёт «Весна» & склад')
  expect(mail.from).toMatchObject({ name: 'Выпуск', address: 'vypusk@example.ru' })
  expect(mail.html).toContain('Учёт «Весна» &amp; склад')
  const { release_id, deliveries } = await read(id)
  expect(mail.html).toContain(`href="https://vypusk.example.ru/releases/${release_id}"`)
  expect(mail.text).toContain(`Согласовать дату: https://vypusk.example.ru/releases/${release_id}`)
  expect(mail.messageId).toBe(`<delivery-${deliveries[0]!.id}@vypusk.example.ru>`)
  const calendar = mail.attachments.find(({ mimeType }) => mimeType === 'text/calendar')
  expect(new TextDecoder().decode(calendar!.content as ArrayBuffer)).toContain('DTSTART:20260320T220000')
  expect(deliveries).toMatchObject([
    { kind: 'mail', target: 'client1@example.ru', state: 'sent', attempts: 1, last_error: null, subject: mail.subject },
  ])
})

test('who gets what, and nobody about own doing', async () => {
  const id = await newAgreement({ recipients: [people.client1, people.manager, people.admin], recipientsExtra: ['it@example.ru'] })
  expect(addresses()).toEqual(['admin@example.ru'])
  smtp.received.length = 0
  expect((await send(id)).body.mail).toBe('sent')
  expect(addresses()).toEqual(['admin@example.ru', 'client1@example.ru', 'it@example.ru'])
  smtp.received.length = 0
  expect((await update(client1, id, { updateTarget: 0, remark: 'Лучше <утром>' })).body.mail).toBe('sent')
  expect(addresses()).toEqual(['admin@example.ru', 'manager@example.ru'])
  expect(smtp.received[0]!.mail.html).toContain('Лучше &lt;утром&gt;')
  smtp.received.length = 0
  expect((await update(client1, id, { updateTarget: 5 })).body.mail).toBe('sent')
  expect(addresses()).toEqual(['admin@example.ru', 'manager@example.ru'])
  smtp.received.length = 0
  const move = { updateTarget: 4, releaseDate: '2026-03-27', cancel_reason: 'Тестирование не закончено' } as const
  expect((await update(admin, id, move)).body.mail).toBe('sent')
  expect(addresses()).toEqual(['client1@example.ru', 'it@example.ru', 'manager@example.ru'])
  expect(smtp.received[0]!.mail.text).toContain('Было: 20.03.2026 22:00\nСтало: 27.03.2026\nПричина: Тестирование не закончено')
})

test('what nobody has to act on sends no letter', async () => {
  const id = await newAgreement()
  const bodies: Update[] = [
    { updateTarget: 0, remark: 'Заметка сотрудника' },
    { updateTarget: 1, isPublishedOnTestEnv: true },
    { updateTarget: 2, recipients: [people.client1] },
    { updateTarget: 4, releaseDate: '2026-03-23' },
  ]
  for (const body of bodies) {
    expect((await update(manager, id, body)).body.mail).toBe('none')
  }
  expect(smtp.received).toEqual([])
})

test('the client is told when staff give its word, and somebody added later is asked alone', async () => {
  const id = await newAgreement()
  await send(id)
  smtp.received.length = 0
  await update(manager, id, { updateTarget: 3, recipientsExtra: ['late@example.ru'] })
  expect(addresses()).toEqual(['late@example.ru'])
  smtp.received.length = 0
  await update(manager, id, { updateTarget: 5, on_behalf: 'client', remark: 'Звонок' })
  expect(addresses()).toEqual(['admin@example.ru', 'client1@example.ru'])
  expect(smtp.received.find(({ to }) => to === 'client1@example.ru')!.mail.text).toContain('Основание: Звонок')
})

test('people without an address, blocked, deleted, and companies not published to get none', async () => {
  const { db } = product.deps
  const idcomp = people.company1
  const blocked = await makePerson(db, 'blocked', { idcomp })
  const gone = await makePerson(db, 'gone', { idcomp })
  const silent = await makePerson(db, 'silenced', { idcomp })
  const id = await newAgreement({ recipients: [people.client1, blocked, gone, silent] })
  await db.updateTable('users').set({ is_blocked: true }).where('id', '=', blocked).execute()
  await db.updateTable('users').set({ deleted_at: '2026-03-05T00:00:00Z' }).where('id', '=', gone).execute()
  await db.updateTable('users').set({ email: null }).where('id', '=', silent).execute()
  await send(id)
  expect(addresses()).toEqual(['client1@example.ru'])
  smtp.received.length = 0
  const { release_id } = await read(id)
  await db
    .insertInto('not_publishing_list')
    .values({ release_id, idcomp, user_id: people.manager, at: '2026-03-05T00:00:00Z' })
    .execute()
  await update(manager, id, { updateTarget: 4, releaseDate: '2026-04-01', cancel_reason: 'Перенос' })
  expect(addresses()).toEqual(['admin@example.ru'])
})

test('no letter for what was rolled back', async () => {
  const id = await newAgreement()
  const { person } = await doer('manager')
  const rolledBack = inTransaction({ deps: product.deps, person }, async (tx) => {
    const event = { kind: 'agreement.sent', entity: 'agreement', entity_id: id, companies: [] as number[] } as const
    await emit(tx, { deps: product.deps, person }, { ...event, data: { agreement_id: id } })
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  expect((await read(id)).deliveries).toEqual([])
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(smtp.received).toEqual([])
})

async function doer(login: string): Promise<{ person: Person }> {
  const row = await product.deps.db.selectFrom('users').selectAll().where('login', '=', login).executeTakeFirstOrThrow()
  return { person: { ...NOBODY, id: row.id, name: row.name, email: row.email, isRivc: row.isRivc } }
}

test('one delivery given to twenty workers at once is sent once', async () => {
  const id = await newAgreement()
  await send(id)
  smtp.received.length = 0
  const { deliveries } = await read(id)
  const delivery_id = deliveries[0]!.id
  await product.deps.db.updateTable('deliveries').set({ state: 'queued', attempts: 0 }).where('id', '=', delivery_id).execute()
  await Promise.all(Array.from({ length: 20 }, () => deliver(product.deps, { delivery_id })))
  expect(smtp.received).toHaveLength(1)
  await deliver(product.deps, { delivery_id })
  expect(smtp.received).toHaveLength(1)
})

test('one address of three refused for good: it failed, the others got theirs', async () => {
  smtp.answer = (address) =>
    address === 'nobody@example.ru' ? { responseCode: 550, message: '5.1.1 No such user' } : undefined
  const id = await newAgreement({ recipientsExtra: ['nobody@example.ru', 'it@example.ru'] })
  expect((await send(id)).body.mail).toBe('failed')
  expect(addresses()).toEqual(['client1@example.ru', 'it@example.ru'])
  const { deliveries } = await read(id)
  expect(deliveries.find(({ target }) => target === 'nobody@example.ru')).toMatchObject({
    state: 'failed',
    attempts: 1,
    last_error: 'Почтовый сервер ответил: 550 5.1.1 No such user',
  })
  expect(deliveries.filter(({ state }) => state === 'sent')).toHaveLength(2)
})

test('a greylisted letter waits and then leaves', async () => {
  smtp.answer = () => ({ responseCode: 451, message: '4.7.1 Greylisted, try again later' })
  const id = await newAgreement()
  expect((await send(id)).body.mail).toBe('failed')
  const [delivery] = (await read(id)).deliveries
  expect(delivery).toMatchObject({ state: 'queued', attempts: 1, last_error: expect.stringContaining('451') })
  smtp.answer = () => undefined
  await deliver(product.deps, { delivery_id: delivery!.id })
  expect((await read(id)).deliveries[0]).toMatchObject({ state: 'sent', attempts: 2, last_error: null })
  expect(smtp.received).toHaveLength(1)
})

test('after the last attempt a letter has failed', async () => {
  smtp.answer = () => ({ responseCode: 451, message: 'Later' })
  const id = await newAgreement()
  await send(id)
  const [delivery] = (await read(id)).deliveries
  await product.deps.db.updateTable('deliveries').set({ attempts: 20 }).where('id', '=', delivery!.id).execute()
  await deliver(product.deps, { delivery_id: delivery!.id })
  expect((await read(id)).deliveries[0]).toMatchObject({ state: 'failed', attempts: 21 })
})

test('with the server down the reply says so, and the letter leaves by itself when it is back', { timeout: 90_000 }, async () => {
  const id = await newAgreement()
  await smtp.stop()
  const { body } = await send(id)
  expect([body.message, body.mail, body.agreement.status]).toEqual(['Success', 'failed', 1])
  expect((await read(id)).deliveries[0]).toMatchObject({ state: 'queued', last_error: 'Почтовый сервер недоступен' })
  await smtp.start()
  await vi.waitFor(async () => expect((await read(id)).deliveries[0]!.state).toBe('sent'), { timeout: 80_000, interval: 500 })
  expect(smtp.received).toHaveLength(1)
})

test('a person sends a letter once more, whether it failed or arrived', async () => {
  smtp.answer = () => ({ responseCode: 550, message: 'No such user' })
  const id = await newAgreement()
  await send(id)
  const [delivery] = (await read(id)).deliveries
  const again = () => manager(letters.retryDelivery, { params: { id: delivery!.id } })
  expect((await again()).body).toEqual({ message: 'Success', mail: 'failed' })
  smtp.answer = () => undefined
  expect((await again()).body).toEqual({ message: 'Success', mail: 'sent' })
  expect((await again()).body).toEqual({ message: 'Success', mail: 'sent' })
  const [first, second] = smtp.received.map(({ mail }) => mail.messageId)
  expect(second).not.toBe(first)
  expect((await manager(letters.retryDelivery, { params: { id: 999_999 } })).status).toBe(404)
})

test('two hundred letters: none lost, none doubled', { timeout: 60_000 }, async () => {
  const recipientsExtra = Array.from({ length: 199 }, (_, i) => `reader${i}@example.ru`)
  const id = await newAgreement({ recipientsExtra })
  await send(id)
  await vi.waitFor(async () => {
    const { deliveries } = await read(id)
    expect(deliveries.filter(({ state }) => state === 'sent')).toHaveLength(200)
  }, { timeout: 50_000, interval: 500 })
  expect(addresses()).toEqual([...recipientsExtra, 'client1@example.ru'].toSorted())
})

test('a publication tells staff of every release and each company of its own', async () => {
  const { db } = product.deps
  const { company1, company2 } = people
  const release = (title: string) =>
    makeRelease(db, { author_id: people.manager, title }, { companies: [company1, company2] })
  const releases = [await release('Первый'), await release('Второй'), await release('Третий')]
  const { id } = await db
    .insertInto('publications')
    .values({ author_id: people.manager, text: 'Ставьте ночью', created_at: '2026-03-05T09:00:00Z' })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [idx, release_id] of releases.entries()) {
    const item = await db
      .insertInto('publication_releases')
      .values({ publication_id: id, idx, release_id, notPublishingList: idx === 1 ? [company1] : [] })
      .returning('id')
      .executeTakeFirstOrThrow()
    const customers = idx === 2 ? [company1] : [company1, company2]
    await db
      .insertInto('publication_customers')
      .values(customers.map((idcomp) => ({ publication_release_id: item.id, idcomp })))
      .execute()
  }
  const recipients = [people.admin, people.manager, people.client1, people.client2]
  await db.insertInto('publication_recipients').values(recipients.map((user_id) => ({ publication_id: id, user_id }))).execute()
  const { person } = await doer('manager')
  const doing = { deps: product.deps, person }
  await inTransaction(doing, (tx) =>
    emit(tx, doing, {
      kind: 'publication.published',
      entity: 'publication',
      entity_id: id,
      companies: [company1, company2],
      data: { publication_id: id },
    }),
  )
  await vi.waitFor(() => expect(smtp.received).toHaveLength(3), { timeout: 10_000 })
  const told = Object.fromEntries(smtp.received.map(({ to, mail }) => [to, mail.text!.match(/Релизы?: ([\s\S]*?)\nОпубликовал/)?.[1]]))
  expect(told).toEqual({
    'admin@example.ru': 'Первый\nВторой\nТретий',
    'client1@example.ru': 'Первый\nТретий',
    'client2@example.ru': 'Первый\nВторой',
  })
  expect(smtp.received[0]!.mail.text).toContain('Ставьте ночью')
})

test('without SMTP_URL each letter is a file', async () => {
  const own = await testApp({ PUBLIC_URL: 'https://vypusk.example.ru' })
  try {
    const made = await makePeople(own.deps.db)
    const api = await own.as('manager')
    const release_id = await makeRelease(own.deps.db, { author_id: made.manager }, { companies: [made.company1] })
    const { body } = await api(agreements.add, {
      body: { release_id, company_id: made.company1, recipients: [made.client1], releaseDate: '2026-03-20' },
    })
    const sent = await api(agreements.update, { params: { id: body.id }, body: { updateTarget: 5 } })
    expect(sent.body.mail).toBe('sent')
    const folder = join(own.dataDir, 'outbox')
    const files = await readdir(folder)
    expect(files.filter((name) => name.endsWith('.eml'))).toHaveLength(1)
    const mail = await PostalMime.parse(await readFile(join(folder, files[0]!)))
    expect(mail.subject).toContain('Согласуйте дату установки 20.03.2026')
  } finally {
    await own.close()
  }
})
