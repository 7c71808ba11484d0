import ICAL from 'ical.js'
import { releaseHeld } from './holding/withdrawn.ts'
import { expect, test, vi } from 'vitest'
import { agreements } from '@vypusk/contract'
import { emit } from '../../../platform/events.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import {
  addresses,
  announcePublication,
  emptyBox,
  letterWorld,
  newAgreement,
  person,
  read,
  send,
  update,
  type Update,
  written,
} from '../../../testing/letters.ts'
import { makePerson, makeRelease } from '../../../testing/making/make.ts'
import { PATIENT } from '../../../testing/patience.ts'

/** Who gets which letters, as a mail server receives them. */

const world = letterWorld()

test('a letter arrives with its Russian subject, both parts, its buttons and the date', async () => {
  const id = await newAgreement(world)
  expect((await send(world, id)).body.mail).toBe('sent')
  const [letter] = world.smtp.received
  expect([world.smtp.received.length, letter!.to]).toEqual([1, 'client1@example.ru'])
  const { mail } = letter!
  expect(mail.subject).toBe('Согласуйте дату установки 20.03.2026, пятница, 22:00 UTC: Учёт «Весна» & склад')
  expect(mail.from).toMatchObject({ name: 'Выпуск', address: 'vypusk@example.ru' })
  expect(mail.html).toContain('Учёт «Весна» &amp; склад')
  const { deliveries } = await read(world, id)
  expect(mail.html).toMatch(/href="https:\/\/vypusk\.example\.ru\/approve\/[\w-]{43}\?act=agree"/)
  expect(mail.text).toMatch(/Согласовать дату: https:\/\/vypusk\.example\.ru\/approve\/[\w-]{43}\?act=agree\n/)
  expect(mail.messageId).toBe(`<delivery-${deliveries[0]!.id}@vypusk.example.ru>`)
  const calendar = mail.attachments.find(({ mimeType }) => mimeType === 'text/calendar')
  // Outlook would show an alternative part instead of the text.
  expect([calendar?.disposition, calendar?.filename, calendar?.method]).toEqual([
    'attachment',
    'release.ics',
    undefined,
  ])
  expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
  const entry = new ICAL.Component(ICAL.parse(new TextDecoder().decode(calendar!.content as ArrayBuffer)))
  const event = new ICAL.Event(entry.getFirstSubcomponent('vevent')!)
  expect([event.startDate.toString(), event.uid]).toEqual(['2026-03-20T22:00:00Z', `agreement-${id}@vypusk.example.ru`])
  expect(deliveries).toMatchObject([
    { kind: 'mail', target: 'client1@example.ru', state: 'sent', attempts: 1, last_error: null, subject: mail.subject },
  ])
})

test('who gets which letters, and nobody about their own actions', async () => {
  const id = await newAgreement(world, {
    recipients: [world.people.client1, world.people.manager, world.people.admin],
    recipientsExtra: ['it@example.ru'],
  })
  expect(addresses(world)).toEqual(['admin@example.ru'])
  await emptyBox(world)
  expect((await send(world, id)).body.mail).toBe('sent')
  expect(addresses(world)).toEqual(['admin@example.ru', 'client1@example.ru', 'it@example.ru'])
  await emptyBox(world)
  expect((await update(world.client1, id, { updateTarget: 0, remark: 'Лучше <утром>' })).body.mail).toBe('sent')
  expect(addresses(world)).toEqual(['admin@example.ru', 'manager@example.ru'])
  expect(world.smtp.received[0]!.mail.html).toContain('Лучше &lt;утром&gt;')
  await emptyBox(world)
  expect((await update(world.client1, id, { updateTarget: 5 })).body.mail).toBe('sent')
  expect(addresses(world)).toEqual(['admin@example.ru', 'manager@example.ru'])
  await emptyBox(world)
  const move = { updateTarget: 4, releaseDate: '2026-03-27', cancel_reason: 'Тестирование не закончено' } as const
  expect((await update(world.admin, id, move)).body.mail).toBe('sent')
  expect(addresses(world)).toEqual(['client1@example.ru', 'it@example.ru', 'manager@example.ru'])
  expect(world.smtp.received[0]!.mail.text).toContain(
    'Было: 20.03.2026, пятница, 22:00 UTC\nСтало: 27.03.2026, пятница\nПричина: Тестирование не закончено',
  )
})

test('a client that was asked is notified of a deleted agreement, and the date leaves its calendar', async () => {
  const id = await newAgreement(world, { recipientsExtra: ['it@example.ru'] })
  await send(world, id)
  await emptyBox(world)
  expect((await world.manager(agreements.remove, { params: { id } })).status).toBe(200)
  const { clock } = world.product
  clock.set(new Date(clock.now().getTime() + 60_000).toISOString())
  await releaseHeld(world.product.deps)
  await vi.waitFor(
    () => expect(addresses(world)).toEqual(['admin@example.ru', 'client1@example.ru', 'it@example.ru']),
    PATIENT,
  )
  const letter = world.smtp.received.find(({ to }) => to === 'client1@example.ru')
  expect(letter?.mail.text).toContain('Согласовывать дату больше не нужно')
  const calendar = letter?.mail.attachments.find(({ mimeType }) => mimeType === 'text/calendar')
  const entry = new ICAL.Component(ICAL.parse(new TextDecoder().decode(calendar!.content as ArrayBuffer)))
  const event = entry.getFirstSubcomponent('vevent')
  expect([entry.getFirstPropertyValue('method'), event?.getFirstPropertyValue('status')]).toEqual([
    'CANCEL',
    'CANCELLED',
  ])
  expect(event?.getFirstPropertyValue('uid')).toBe(`agreement-${id}@vypusk.example.ru`)

  await emptyBox(world)
  const unsent = await newAgreement(world)
  await world.manager(agreements.remove, { params: { id: unsent } })
  expect(
    await world.product.deps.db.selectFrom('letters').select('id').where('entity_id', '=', unsent).execute(),
  ).toEqual([])
})

test('changes that need no action cause no letter', async () => {
  const id = await newAgreement(world)
  const bodies: Update[] = [
    { updateTarget: 0, remark: 'Заметка сотрудника' },
    { updateTarget: 1, isPublishedOnTestEnv: true },
    { updateTarget: 2, recipients: [world.people.client1] },
    { updateTarget: 4, releaseDate: '2026-03-23' },
  ]
  for (const body of bodies) {
    expect((await update(world.manager, id, body)).body.mail).toBe('none')
  }
  expect(world.smtp.received).toEqual([])
})

test('the client is notified when staff approve for it, and only a recipient added later is asked', async () => {
  const id = await newAgreement(world)
  await send(world, id)
  await emptyBox(world)
  await update(world.manager, id, { updateTarget: 3, recipientsExtra: ['late@example.ru'] })
  expect(addresses(world)).toEqual(['late@example.ru'])
  await emptyBox(world)
  await update(world.manager, id, { updateTarget: 5, on_behalf: 'client', remark: 'Звонок' })
  expect(addresses(world)).toEqual(['admin@example.ru', 'client1@example.ru'])
  expect(world.smtp.received.find(({ to }) => to === 'client1@example.ru')!.mail.text).toContain('Основание: Звонок')
})

test('people without an address, blocked and deleted ones, and companies on the list get no letters', async () => {
  const { db } = world.product.deps
  const idcomp = world.people.company1
  const blocked = await makePerson(db, 'blocked', { idcomp })
  const gone = await makePerson(db, 'gone', { idcomp })
  const silent = await makePerson(db, 'silenced', { idcomp })
  const id = await newAgreement(world, { recipients: [world.people.client1, blocked, gone, silent] })
  await db.updateTable('users').set({ is_blocked: true }).where('id', '=', blocked).execute()
  await db.updateTable('users').set({ deleted_at: '2026-03-05T00:00:00Z' }).where('id', '=', gone).execute()
  await db.updateTable('users').set({ email: null }).where('id', '=', silent).execute()
  await send(world, id)
  expect(addresses(world)).toEqual(['client1@example.ru'])
  await emptyBox(world)
  const { release_id } = await read(world, id)
  await db
    .insertInto('not_publishing_list')
    .values({ release_id, idcomp, user_id: world.people.manager, at: '2026-03-05T00:00:00Z' })
    .execute()
  await update(world.manager, id, { updateTarget: 4, releaseDate: '2026-04-01', cancel_reason: 'Перенос' })
  expect(addresses(world)).toEqual(['admin@example.ru'])
})

test('no letter for what was rolled back', async () => {
  const id = await newAgreement(world)
  const doing = { deps: world.product.deps, person: await person(world, 'manager') }
  const before = await written(world)
  const rolledBack = inTransaction(doing, async (tx) => {
    const event = { kind: 'agreement.sent', entity: 'agreement', entity_id: id, companies: [] as number[] } as const
    await emit(tx, doing, { ...event, data: { agreement_id: id } })
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  expect((await read(world, id)).deliveries).toEqual([])
  expect(await written(world)).toBe(before)
})

test('a publication’s letter lists every release for staff, and its own for each company', async () => {
  const { db } = world.product.deps
  const { company1, company2 } = world.people
  const release = (title: string) =>
    makeRelease(db, { author_id: world.people.manager, title }, { companies: [company1, company2] })
  const both = [company1, company2]
  const items = [
    { release_id: await release('Первый'), customers: both },
    { release_id: await release('Второй'), customers: both, notPublishingList: [company1] },
    { release_id: await release('Третий'), customers: [company1] },
  ]
  const { admin, manager, client1, client2 } = world.people
  await announcePublication(world, items, [admin, manager, client1, client2])
  await vi.waitFor(() => expect(world.smtp.received).toHaveLength(3), PATIENT)
  const releasesByAddress = Object.fromEntries(
    world.smtp.received.map(({ to, mail }) => [
      to,
      mail.text!.match(/Релизы?: ([\s\S]*?)\n(?:Компания|Опубликовал)/)?.[1],
    ]),
  )
  expect(releasesByAddress).toEqual({
    'admin@example.ru': 'Первый\nВторой\nТретий',
    'client1@example.ru': 'Первый\nТретий',
    'client2@example.ru': 'Первый\nВторой',
  })
  expect(world.smtp.received[0]!.mail.text).toContain('Ставьте ночью')
})
