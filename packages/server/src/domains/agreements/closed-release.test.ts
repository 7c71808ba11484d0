import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  agreements,
  approve,
  calendar,
  consequences,
  dates,
  finding,
  notices,
  offers,
  releases,
  reminders,
  waiting,
} from '@vypusk/contract'
import { addresses, emptyBox, letterWorld, linkOf, newAgreement, read, send, update } from '../../testing/letters.ts'
import { newRelease } from '../../testing/agreements.ts'
import { addToRelease, agreed, ownRequest, settle } from '../../testing/making/scopes.ts'
import { sendHeld } from '../letters/commands/holding/holding.ts'
import { releaseHeld } from '../letters/commands/holding/withdrawn.ts'
import { lookAtScopes } from './commands/scope-changes.ts'
import { remindSilent } from './commands/reminding.ts'

/** A release closed without being handed over: nothing of it waits for a company any more. */

const world = letterWorld()
const CLOSED = 'Релиз закрыт: согласовывать дату больше не нужно'
const STEPS = { closed: 6, work: 1 }

let began = ''
beforeEach(() => {
  began = world.product.clock.now().toISOString()
})
afterEach(async () => {
  await letGo()
  await emptyBox(world)
  world.product.clock.set(began)
})

const step = async (id: number, step_id: number) => {
  const { release_id } = await read(world, id)
  await world.manager(releases.changeStep, { params: { id: release_id }, body: { step_id } })
}
/** Sends what was held back for a minute. */
const letGo = async () => {
  const { clock, deps } = world.product
  clock.set(new Date(clock.now().getTime() + 60_000).toISOString())
  await releaseHeld(deps)
}
const waitsForClient = async (id: number) =>
  (await world.client1(waiting.list, { query: { per_page: 500 } })).body.data.some((one) => one.agreement_id === id)

test('an agreed date of a closed release is not announced as the next installation', async () => {
  const id = await newAgreement(world)
  await send(world, id)
  await update(world.client1, id, { updateTarget: 5 })
  const coming = async () =>
    (await world.client1(waiting.list, { query: {} })).body.coming.map(({ planned }) => planned?.releaseDate)
  expect(await coming()).toContain('2026-03-20')
  await step(id, STEPS.closed)
  expect(await coming()).not.toContain('2026-03-20')
})

test('nobody is asked, reminded or expected to answer until the release is opened again', async () => {
  const id = await newAgreement(world)
  const unasked = await newAgreement(world)
  await send(world, id)
  await step(id, STEPS.closed)
  await step(unasked, STEPS.closed)
  await letGo()
  await emptyBox(world)
  expect(await waitsForClient(id)).toBe(false)
  expect((await world.manager(reminders.list, { params: { id } })).body).toMatchObject({ planned: [], paused: CLOSED })
  world.product.clock.set('2026-03-10T09:00:00.000Z')
  await remindSilent(world.product.deps)
  const both = { body: { ids: [id] } }
  expect((await world.manager(agreements.remindMany, both)).body.refused).toEqual([{ id, message: CLOSED }])
  expect((await update(world.manager, unasked, { updateTarget: 5 })).refusal.message).toBe(CLOSED)
  expect((await update(world.client1, unasked, { updateTarget: 5 })).refusal.message).toBe(CLOSED)
  expect(await emptyBox(world)).toEqual([])
  await step(id, STEPS.work)
  expect(await waitsForClient(id)).toBe(true)
  expect((await world.manager(agreements.remindMany, both)).body.done).toEqual([id])
})

test('who is going to be told is shown before it is closed and before it is opened again', async () => {
  const release_id = await newRelease(world)
  const id = await newAgreement(world, { release_id })
  await newAgreement(world, { release_id, company_id: world.people.company2, recipients: [] })
  await send(world, id)
  const foreseen = async (change: 'release_closed' | 'release_reopened') => {
    const { body } = await world.manager(consequences.foresee, { body: { change, release_id } })
    return body.consequences.map(({ agreement_id, kind, said, addressees }) => [agreement_id, kind, said, addressees])
  }
  const told = ['Имя client1']
  expect(await foreseen('release_closed')).toEqual([
    [id, 'called_off', 'Релиз закрыт, устанавливать его не будут', told],
  ])
  await step(id, STEPS.closed)
  expect(await foreseen('release_reopened')).toEqual([[id, 'resumed', 'Релиз снова в работе', told]])
})

test('asking its companies about dates creates no agreements', async () => {
  const release_id = await newRelease(world)
  await world.manager(releases.changeStep, { params: { id: release_id }, body: { step_id: STEPS.closed } })
  const { company2: company_id } = world.people
  const chosen = [{ company_id, releaseDate: '2026-03-26', releaseTime: null }]
  const { body } = await world.manager(dates.askAll, {
    params: { release_id },
    body: { companies: [company_id], chosen },
  })
  expect([body.done, body.refused]).toEqual([[], [{ company_id, message: CLOSED }]])
  const { total } = (await world.manager(agreements.list, { query: { release_ids: [release_id] } })).body
  expect(total).toBe(0)
})

test('its list of releases and the search do not say that its answer is awaited', async () => {
  const id = await newAgreement(world)
  await send(world, id)
  const { release_id, details } = await read(world, id)
  const state = async () => {
    const [{ body: list }, { body: found }] = await Promise.all([
      world.client1(releases.list, { body: { search_string: String(release_id) } }),
      world.client1(finding.search, { query: { search: details.title } }),
    ])
    const things = found.groups.flatMap((group) => group.found)
    return [
      list.data[0]?.companies[0]?.called_off,
      things.find((one) => one.kind === 'agreement' && one.id === id)?.state,
    ]
  }
  expect(await state()).toEqual([false, 'Ждёт вашего ответа'])
  await step(id, STEPS.closed)
  expect(await state()).toEqual([true, 'Релиз закрыт'])
})

test('a company can neither agree to its date nor offer another, by screen or link, and is told why', async () => {
  const id = await newAgreement(world)
  await send(world, id)
  const token = linkOf(world, 'client1@example.ru')
  await step(id, STEPS.closed)
  expect((await update(world.client1, id, { updateTarget: 5 })).refusal.message).toBe(CLOSED)
  const body = { releaseDate: '2026-03-25', reason: 'Отчётность' }
  expect((await world.client1(offers.propose, { params: { id }, body })).refusal.message).toBe(CLOSED)
  const question = (await world.product.anonymous(approve.ask, { params: { token } })).body
  expect([question.can_agree, question.can_offer]).toEqual([CLOSED, CLOSED])
})

test('a company that was asked is told a minute later, with the entry cancelled, and told again of the reopening', async () => {
  const id = await newAgreement(world, { recipientsExtra: ['it@example.ru'] })
  const unasked = await newAgreement(world)
  await send(world, id)
  await update(world.client1, id, { updateTarget: 5 })
  await emptyBox(world)
  const letterTo = (to: string) => {
    const found = world.smtp.received.find((one) => one.to === to)
    const file = found?.mail.attachments.find(({ mimeType }) => mimeType === 'text/calendar')
    const entry = new TextDecoder().decode(file?.content as ArrayBuffer)
    return {
      subject: found?.mail.subject,
      text: found?.mail.text,
      entry,
      sequence: Number(/SEQUENCE:(\d+)/.exec(entry)?.[1]),
    }
  }
  await step(id, STEPS.closed)
  await step(unasked, STEPS.closed)
  expect(await emptyBox(world)).toEqual([])
  await letGo()
  await expect.poll(() => addresses(world)).toEqual(['admin@example.ru', 'client1@example.ru', 'it@example.ru'])
  const off = letterTo('it@example.ru')
  expect(off.subject).toMatch(/^Установка отменяется: Учёт «Весна» & склад – /)
  expect(off.text).toContain('Релиз закрыл сотрудник Имя manager')
  expect(off.entry).toContain('METHOD:CANCEL')
  expect((await read(world, id)).history[0]).toMatchObject({
    title: 'Согласование',
    after: 'не действует: релиз закрыт',
  })
  await emptyBox(world)
  await step(id, STEPS.work)
  await letGo()
  await expect.poll(() => addresses(world)).toHaveLength(3)
  const on = letterTo('client1@example.ru')
  expect(on.subject).toMatch(/^Релиз снова в работе: /)
  expect(on.entry).toContain('STATUS:CONFIRMED')
  expect(on.sequence).toBeGreaterThan(off.sequence)
  const { body } = await world.client1(notices.list, { query: {} })
  const { release_id } = await read(world, id)
  const texts = body.notices.filter(({ href }) => href.startsWith(`/releases/${release_id}`)).map(({ text }) => text)
  expect(texts.slice(0, 2)).toEqual([
    'Релиз снова в работе, дата установки прежняя: 20.03.2026, пятница, 22:00 UTC',
    'Релиз закрыт, установка отменяется: 20.03.2026, пятница, 22:00 UTC',
  ])
})

test('a release that is reopened within the minute has been off for nobody', async () => {
  const id = await newAgreement(world)
  await send(world, id)
  await emptyBox(world)
  await step(id, STEPS.closed)
  await step(id, STEPS.work)
  await letGo()
  expect(await emptyBox(world)).toEqual([])
})

test('its dates leave calendars and what is weighed against other dates, and come back with it', async () => {
  // A Saturday.
  const id = await newAgreement(world, { releaseDate: '2026-08-15' })
  await send(world, id)
  await update(world.client1, id, { updateTarget: 5 })
  const { release_id, company_id } = await read(world, id)
  const other = await read(world, await newAgreement(world))
  const days = { date_from: '2026-08-01', date_to: '2026-08-31' }
  const { url } = (await world.client1(calendar.subscribe)).body
  const secret = /\/api\/calendar\/([\w-]{43})/.exec(url)![1]!
  const feed = async () => {
    const { raw } = await world.product.anonymous(calendar.feed, { params: { secret } })
    const entry =
      raw
        .toString('utf8')
        .split('BEGIN:VEVENT')
        .find((one) => one.includes(`UID:agreement-${id}@`)) ?? ''
    return ['STATUS', 'SUMMARY'].map((name) => new RegExp(`${name}:(.*)\r\n`).exec(entry)?.[1])
  }
  const seen = async () => ({
    shown: (await world.manager(calendar.show, { query: days })).body.items.map((item) => item.id),
    clashes: (
      await world.manager(calendar.checkDay, {
        params: { release_id: other.release_id, day: '2026-08-15' },
        query: { companies: String(company_id) },
      })
    ).body.clashes.map((clash) => clash.release_id),
    status: (await feed())[0],
    off: (await read(world, id)).called_off,
    against: (await read(world, id)).objections.length,
    waits: (await world.manager(releases.get, { params: { id: release_id } })).body.readiness?.waiting.length,
    matrix: (await world.manager(agreements.matrix, { query: {} })).body.releases.some((one) => one.id === release_id),
  })
  const before = await seen()
  expect(before).toMatchObject({ shown: [id], status: 'CONFIRMED', off: false, against: 1, waits: 1, matrix: true })
  await step(id, STEPS.closed)
  const over = { shown: [], clashes: [], status: 'CANCELLED', off: true, against: 0, waits: 0, matrix: false }
  expect(await seen()).toEqual(over)
  expect((await feed())[1]).toMatch(/^Отменено – /)
  const closed = (await world.manager(releases.get, { params: { id: release_id } })).body
  expect(closed.readiness).toMatchObject({ ready: false, called_off: true, agreed: 1 })
  expect(closed.agreements[0]).toMatchObject({ called_off: true, waiting_days: null })
  await step(id, STEPS.work)
  expect(await seen()).toEqual(before)
})

test('its offered date is only declined, with a letter that asks for nothing, and nobody is asked otherwise', async () => {
  const id = await newAgreement(world)
  await send(world, id)
  const token = linkOf(world, 'client1@example.ru')
  const body = { releaseDate: '2026-03-25', releaseTime: '10:00', reason: 'Отчётность' }
  const { agreement } = (await world.client1(offers.propose, { params: { id }, body })).body
  await step(id, STEPS.closed)
  await letGo()
  await emptyBox(world)
  const params = { id, offer_id: Number(agreement.offer?.id) }
  expect((await world.manager(offers.answer, { params, body: { answer: 'accept' } })).refusal.message).toBe(CLOSED)
  const another = (await world.manager(agreements.askAnother, { body: { ids: [id] } })).body
  expect(another).toMatchObject({ done: [], refused: [{ id, message: CLOSED }] })
  await update(world.manager, id, { updateTarget: 3, recipientsExtra: ['it@example.ru'] })
  expect(await emptyBox(world)).toEqual([])
  expect(await read(world, id)).toMatchObject({ releaseDate: '2026-03-20', status: 1 })
  await world.manager(offers.answer, { params, body: { answer: 'decline', text: 'Релиза не будет' } })
  await expect.poll(() => addresses(world)).toContain('client1@example.ru')
  const letter = world.smtp.received.find(({ to }) => to === 'client1@example.ru')?.mail.text
  expect(letter).toContain('Релиза не будет')
  expect(letter).not.toContain('/approve/')
  await step(id, STEPS.work)
  expect((await world.product.anonymous(approve.ask, { params: { token } })).body.can_agree).toBe(true)
})

test('nothing is decided or told about its changed scope until it is opened again', async () => {
  const { id, release_id } = await agreed(world)
  const unanswered = await newAgreement(world)
  await send(world, unanswered)
  const other = await read(world, unanswered)
  await step(id, STEPS.closed)
  await step(unanswered, STEPS.closed)
  await letGo()
  await emptyBox(world)
  await addToRelease(world, release_id, [await ownRequest(world)])
  await addToRelease(world, other.release_id, [await ownRequest(world)])
  await lookAtScopes(world.product.deps)
  world.product.clock.set(new Date(world.product.clock.now().getTime() + 11 * 60_000).toISOString())
  await sendHeld(world.product.deps)
  for (const decision of ['anew', 'tell'] as const) {
    expect((await settle(world, id, decision)).refused).toEqual([{ id, message: CLOSED }])
  }
  expect((await read(world, id)).status).toBe(2)
  expect(await emptyBox(world)).toEqual([])
  await step(id, STEPS.work)
  expect((await settle(world, id, 'anew')).done).toEqual([id])
})
