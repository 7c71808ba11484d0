import { expect, test } from 'vitest'
import {
  agreements,
  approve,
  companyCalendars,
  consequences,
  dates,
  releases,
  type scopes,
  type BodyInput,
} from '@vypusk/contract'
import { makePerson, makeRequest } from '../../testing/making/make.ts'
import { addresses, emptyBox, letterWorld, linkOf, newAgreement, read, send, update } from '../../testing/letters.ts'
import { describe, newScope } from '../../testing/making/scopes.ts'

/** Answers through the link of a letter, as a mail server delivers it. */

const world = letterWorld()
const AGREE = { answer: 'agree' } as const

const tokenOf = (to: string) => linkOf(world, to)
const ask = (token: string) => world.product.anonymous(approve.ask, { params: { token } })
const answer = (token: string, body: BodyInput<typeof approve.answer> = AGREE) =>
  world.product.anonymous(approve.answer, { params: { token }, body })

/** Creates an agreement and sends it to the first client and an extra address. */
async function sentAgreement() {
  const id = await newAgreement(world, { recipientsExtra: ['it@example.ru'] })
  await send(world, id)
  return { id, person: tokenOf('client1@example.ru'), extra: tokenOf('it@example.ru') }
}

const statusOf = async (id: number) => (await read(world, id)).status

test('a link shows the question, and opening it does not answer', async () => {
  const { id, person, extra } = await sentAgreement()
  const { db } = world.product.deps
  const { people } = world
  const { release_id } = await read(world, id)
  const common = { author_id: people.manager, idmod: people.module, release_id }
  const own = await makeRequest(db, { ...common, idcomp: people.company1, e_title: 'Своя заявка' })
  await makeRequest(db, { ...common, idcomp: people.company2, e_title: 'Чужая заявка' })
  for (let opened = 0; opened < 3; opened += 1) await ask(person)
  expect((await ask(person)).body).toMatchObject({
    title: 'Учёт «Весна» & склад',
    releaseDate: '2026-03-20',
    releaseTime: '22:00',
    release_id,
    requests: [{ id: own, e_title: 'Своя заявка' }],
    answers_as: 'Имя client1',
    asker: { name: 'Имя manager', email: 'manager@example.ru' },
    answer_by: '2026-03-12',
    has_account: true,
    answered: null,
    agreed: null,
    expires_at: '2026-04-05T06:30:00.000Z',
    can_agree: true,
  })
  expect((await ask(extra)).body.answers_as).toBe('it@example.ru')
  expect(await statusOf(id)).toBe(1)
})

test('a link shows everything that is agreed to, as it was agreed to, and nothing of a hidden release', async () => {
  const { id, release_id, request } = await newScope(world)
  const { people } = world
  const { db } = world.product.deps
  await describe(world, request, '<p>Печать</p>')
  await db.insertInto('release_modules').values({ release_id, idmod: people.module }).execute()
  const texts = (description: string) => ({ description: `<p>${description}</p>`, terms: '<p>Снять копию</p>' })
  await db.updateTable('releases').set(texts('Для кассиров')).where('id', '=', release_id).execute()
  await send(world, id)
  const token = tokenOf('client1@example.ru')
  const seen = async () => (await ask(token)).body.scope
  const shown = {
    description: 'Для кассиров',
    terms: 'Снять копию',
    modules: [{ idmod: people.module }],
    requests: [{ id: request, text: 'Печать' }],
  }
  expect(await seen()).toMatchObject(shown)
  const { sha256 } = (await seen()) as scopes.Scope
  expect(sha256).toBe((await read(world, id)).scope?.sha256)
  await db.updateTable('agreements').set({ frozen_sha: sha256 }).where('id', '=', id).execute()
  await db.updateTable('releases').set(texts('Иначе')).where('id', '=', release_id).execute()
  expect(await seen()).toMatchObject(shown)
  await db.updateTable('releases').set({ is_visible_for_client: false }).where('id', '=', release_id).execute()
  expect(await seen()).toBeNull()
})

test('a link shows what is wrong with the date, as the screen of the company does', async () => {
  const { id, person } = await sentAgreement()
  const days = { date_from: '2026-03-20', date_to: '2026-03-20', reason: 'Инвентаризация' }
  const of = { params: { id: world.people.company1 } }
  const { body } = await world.manager(companyCalendars.close, { ...of, body: days })
  const { objections } = (await world.client1(agreements.get, { params: { id } })).body
  expect(objections.map(({ kind }) => kind)).toContain('closed')
  expect((await ask(person)).body.objections).toEqual(objections)
  const closed_id = body.calendar.closed.at(-1)?.id ?? 0
  await world.manager(companyCalendars.open, { params: { ...of.params, closed_id } })
})

test('an answer is in the name of the addressee, and the link answers once', async () => {
  const { id, person } = await sentAgreement()
  await emptyBox(world)
  expect((await answer(person)).status).toBe(200)
  const { status, history } = await read(world, id)
  expect(status).toBe(2)
  expect(history[0]).toMatchObject({ field: 'by_client', via: 'letter', user: { name: 'Имя client1' } })
  await expect.poll(() => addresses(world)).toEqual(['admin@example.ru', 'manager@example.ru'])
  const again = await answer(person)
  const message = 'По этой ссылке уже ответили: согласовано 06.03.2026, Имя client1'
  expect([again.status, again.refusal.message]).toEqual([410, message])
})

test('a used link still shows the answer, its author and time, and the date for the calendar', async () => {
  const { id, person, extra } = await sentAgreement()
  const { question } = (await answer(person)).body
  const at = world.product.clock.now().toISOString()
  expect(question).toMatchObject({
    answered: { answer: 'agree', at, by: 'Имя client1' },
    agreed: { at, by: 'Имя client1', on_behalf: false },
    answer_by: null,
    can_offer: 'По этой ссылке уже ответили: согласовано 06.03.2026, Имя client1',
  })
  expect((await ask(person)).body).toEqual(question)
  // A colleague's link shows the same about the date, and can still be used to answer.
  expect((await ask(extra)).body).toMatchObject({ answered: null, agreed: question.agreed, has_account: false })
  const entry = await world.product.anonymous(approve.entry, { params: { token: person } })
  expect(String(entry.raw)).toMatch(new RegExp(`UID:agreement-${id}@vypusk.example.ru`))
  expect(String(entry.raw)).toContain('STATUS:CONFIRMED')
  await update(world.manager, id, { updateTarget: 4, releaseDate: '2026-03-27', cancel_reason: 'Стенд занят' })
  expect((await ask(person)).body).toMatchObject({ releaseDate: '2026-03-27', agreed: null })
  expect((await answer(person)).status).toBe(410)
})

test('the link shows suitable dates and objections until it ends', async () => {
  const { id, extra } = await sentAgreement()
  const { release_id } = await read(world, id)
  const around = { params: { token: extra }, query: { day: '2026-03-22' } }
  const { body } = await world.product.anonymous(approve.dates, around)
  expect(body).toMatchObject({ found: { releaseDate: expect.any(String) }, zone: 'UTC', odd_time: null })
  expect(body.objections.map(({ kind }) => kind)).toContain('day_off')
  expect(body).toEqual((await world.client1(dates.forAgreement, { ...around, params: { id } })).body)
  await world.manager(releases.remove, { params: { id: release_id } })
  expect((await world.product.anonymous(approve.dates, around)).status).toBe(410)
})

test('somebody who answered without an account is not named to others of the company', async () => {
  const { extra, person } = await sentAgreement()
  expect((await answer(extra)).body.question.agreed).toMatchObject({ by: 'it@example.ru' })
  const { body, raw } = await ask(person)
  expect(body.agreed).toMatchObject({ by: null })
  expect(String(raw)).not.toContain('it@example.ru')
})

test('a cut link is reported, extra punctuation is ignored, and an ended link names whom to write to', async () => {
  const { id, person } = await sentAgreement()
  const cut = await ask(person.slice(0, 40))
  expect([cut.status, cut.refusal.message]).toEqual([404, expect.stringMatching(/^Ссылка скопирована не целиком/)])
  expect((await ask(`${person}>.`)).status).toBe(200)
  await world.manager(agreements.remove, { params: { id } })
  expect((await ask(person)).refusal['asker']).toEqual({ name: 'Имя manager', email: 'manager@example.ru' })
})

test('the link of a deleted agreement says that no answer is needed', async () => {
  const { id, person } = await sentAgreement()
  expect((await world.manager(agreements.remove, { params: { id } })).status).toBe(200)
  for (const late of [await ask(person), await answer(person)]) {
    expect([late.status, late.refusal.message]).toEqual([
      410,
      'Согласование удалено 06.03.2026. Отвечать на это письмо больше не нужно',
    ])
  }
})

test('an address without an account answers as that address', async () => {
  const { id, extra, person } = await sentAgreement()
  expect((await answer(extra, { answer: 'remark', remark: 'Лучше утром' })).status).toBe(200)
  const first = await read(world, id)
  expect(first).toMatchObject({ status: 1, remark: 'Лучше утром' })
  expect(first.history[0]).toMatchObject({ field: 'remark', via: 'letter', user: { id: 0, name: 'it@example.ru' } })
  expect((await answer(person, { answer: 'remark', remark: 'И не в пятницу' })).status).toBe(200)
  expect((await read(world, id)).remark).toBe('Лучше утром\n\nИ не в пятницу')
  // A remark leaves the decision open; the decision can be made once.
  expect([(await answer(extra)).status, (await answer(extra)).status]).toEqual([200, 410])
})

test('the second of two colleagues sees that the date is agreed, and may still add a remark', async () => {
  const { id, person, extra } = await sentAgreement()
  await answer(person)
  expect((await ask(extra)).body.can_agree).toBe('Вы уже согласовали эту дату')
  expect((await answer(extra)).status).toBe(422)
  expect((await answer(extra, { answer: 'remark', remark: 'Позвоните накануне' })).status).toBe(200)
  expect(await read(world, id)).toMatchObject({ status: 2, remark: 'Позвоните накануне' })
})

test('one of twenty concurrent answers is accepted', async () => {
  const { id, person } = await sentAgreement()
  const all = await Promise.all(Array.from({ length: 20 }, () => answer(person)))
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(all.filter(({ status }) => status === 410)).toHaveLength(19)
  expect((await read(world, id)).history.filter(({ field }) => field === 'by_client')).toHaveLength(1)
})

test('an answer concurrent with a move never applies to the new date', async () => {
  const { id, person } = await sentAgreement()
  const move = { updateTarget: 4, releaseDate: '2026-03-27', cancel_reason: 'Стенд занят' } as const
  const [answered] = await Promise.all([answer(person), update(world.manager, id, move)])
  expect([200, 410]).toContain(answered.status)
  expect(await read(world, id)).toMatchObject({ status: 0, releaseDate: '2026-03-27' })
})

test('links that are guessed, expired, of a moved date or of a removed recipient do not answer', async () => {
  const guessed = 'A'.repeat(43)
  expect([(await ask(guessed)).status, (await answer(guessed)).status, (await ask('short')).status]).toEqual([
    404, 404, 404,
  ])
  const moved = await sentAgreement()
  await update(world.manager, moved.id, {
    updateTarget: 4,
    releaseDate: '2026-03-27',
    cancel_reason: 'Стенд занят',
  })
  expect((await answer(moved.person)).refusal.message).toMatch(/^Дату перенесли/)
  await send(world, moved.id)
  expect((await answer(moved.person)).status).toBe(410)
  expect((await answer(tokenOf('client1@example.ru'))).status).toBe(200)
  expect(await statusOf(moved.id)).toBe(2)

  await emptyBox(world)
  const late = await sentAgreement()
  await update(world.manager, late.id, { updateTarget: 3, recipientsExtra: [] })
  expect((await answer(late.extra)).refusal.message).toMatch(/убрали из получателей/)
  world.product.clock.set('2026-04-05T06:30:00.000Z')
  expect((await answer(late.person)).refusal.message).toMatch(/^Срок действия ссылки истёк/)
  world.product.clock.set('2026-03-06T06:30:00.000Z')
  expect(await statusOf(late.id)).toBe(1)
})

test('a link answers only for its own agreement and company, and not for a blocked person', async () => {
  const { db } = world.product.deps
  const blocked = await makePerson(db, 'leaving', { idcomp: world.people.company1 })
  const first = await newAgreement(world, { recipients: [blocked] })
  const second = await newAgreement(world)
  await send(world, first)
  await send(world, second)
  const token = tokenOf('leaving@example.ru')
  await db.updateTable('users').set({ idcomp: world.people.company2 }).where('id', '=', blocked).execute()
  expect((await answer(token)).status).toBe(410)
  await db
    .updateTable('users')
    .set({ idcomp: world.people.company1, is_blocked: true })
    .where('id', '=', blocked)
    .execute()
  expect((await ask(token)).status).toBe(410)
  await db.updateTable('users').set({ is_blocked: false }).where('id', '=', blocked).execute()
  expect((await answer(token)).status).toBe(200)
  expect([await statusOf(first), await statusOf(second)]).toEqual([2, 1])
})

test('for a hidden release the link shows only the date', async () => {
  const { id, person } = await sentAgreement()
  const { release_id } = await read(world, id)
  await world.product.deps.db
    .updateTable('releases')
    .set({ is_visible_for_client: false, description: '<p>Тайна</p>' })
    .where('id', '=', release_id)
    .execute()
  expect((await ask(person)).body).toMatchObject({ release_id: null, description: '', requests: [] })
})

test('trying unknown links is limited, and a real link still answers', async () => {
  const { person } = await sentAgreement()
  const unknown = (n: number) => answer(String(n).padStart(43, 'x'))
  const statuses = new Set<number>()
  for (let n = 0; n < 52; n += 1) statuses.add((await unknown(n)).status)
  expect([...statuses]).toEqual([404, 429])
  expect((await answer(person)).status).toBe(200)
  await world.product.deps.loginTries.clear()
})

test('an ended link still reports its answer, with author and day', async () => {
  const { id, person } = await sentAgreement()
  expect((await answer(person)).status).toBe(200)
  world.product.clock.set('2026-03-06T06:31:00.000Z')
  await world.manager(consequences.withdraw, { body: { ids: [id], client_reason: 'Релиз отложен.' } })
  expect((await ask(person)).refusal.message).toBe(
    'Согласование снято 06.03.2026. Причина: Релиз отложен. Отвечать на это письмо больше не нужно. По этой ссылке уже ответили: согласовано 06.03.2026, Имя client1',
  )
  const late = await sentAgreement()
  expect((await answer(late.person)).status).toBe(200)
  world.product.clock.set('2026-04-05T06:31:00.000Z')
  expect((await ask(late.person)).refusal.message).toBe(
    'Срок действия ссылки истёк 05.04.2026. По этой ссылке уже ответили: согласовано 06.03.2026, Имя client1',
  )
  world.product.clock.set('2026-03-06T06:30:00.000Z')
})
