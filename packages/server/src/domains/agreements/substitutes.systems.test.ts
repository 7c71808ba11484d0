import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test } from 'vitest'
import {
  agreements,
  approve,
  companyCalendars,
  consequences,
  offers,
  substitutes,
  threads,
  trials,
  waiting,
} from '@vypusk/contract'
import type { Api } from '../../testing/app.ts'
import { addresses, emptyBox, letterWorld, linkOf, newAgreement, read, send } from '../../testing/letters.ts'
import { logged } from '../../testing/log.ts'
import { makePerson, makeRequest } from '../../testing/making/make.ts'
import { turnSubstitutes } from '../calendars/commands/substituting.ts'
import { remindSilent } from './commands/reminding.ts'

/** The substitute of somebody who is away is asked and reminded as well, and may answer, on the days of the absence. */

const NOW = '2026-03-02T10:00:00.000Z'
const world = letterWorld({ start: NOW })
let substitute_id = 0
let mute_id = 0
let stranger: Api
beforeAll(async () => {
  const { db } = world.product.deps
  const idcomp = world.people.company1
  substitute_id = await makePerson(db, 'standin', { idcomp })
  mute_id = await makePerson(db, 'mute', { idcomp, email: null })
  stranger = await world.product.as('client2')
})
afterEach(async () => {
  const { db } = world.product.deps
  world.product.clock.set(NOW)
  await db.updateTable('agreements').set({ deleted_at: NOW }).execute()
  await db.updateTable('substitutes').set({ ended_at: NOW }).where('ended_at', 'is', null).execute()
  await db.updateTable('users').set({ is_blocked: false }).where('id', '=', substitute_id).execute()
})

const of = () => ({ params: { id: world.people.company1 } })
const DAYS = { date_from: '2026-03-02', date_to: '2026-03-10' }
const named = (api: Api, body: object = {}) =>
  api(substitutes.name, { ...of(), body: { user_id: world.people.client1, substitute_id, ...DAYS, ...body } })
const listed = async (api: Api = world.manager) => (await api(substitutes.list, of())).body
async function sentAgreement() {
  const id = await newAgreement(world)
  await send(world, id)
  return id
}
const answered = (login: string) =>
  world.product.anonymous(approve.answer, {
    params: { token: linkOf(world, `${login}@example.ru`) },
    body: { answer: 'agree' },
  })
const received = async (count: number) => {
  await expect.poll(() => world.smtp.received.length).toBeGreaterThanOrEqual(count)
  return emptyBox(world)
}

test('the substitute is notified, asked by a link of its own, and answers for the person', async () => {
  world.product.clock.set(NOW)
  await emptyBox(world)
  expect((await named(world.client1)).body.substitutes).toMatchObject([{ state: 'acting', by_client: true }])
  await expect.poll(() => addresses(world)).toEqual(['standin@example.ru'])
  const [letter] = world.smtp.received
  expect(letter!.mail.subject).toBe('Вы замещаете: Имя client1, по 10.03.2026')
  await emptyBox(world)
  const id = await sentAgreement()
  await expect.poll(() => addresses(world)).toEqual(['client1@example.ru', 'standin@example.ru'])
  expect((await read(world, id)).substitutes).toMatchObject([
    { user: { name: 'Имя client1' }, substitute: { name: 'Имя standin' }, date_to: '2026-03-10' },
  ])
  const standin = await world.product.as('standin')
  const text = async (api: Api) => (await api(waiting.list, { query: {} })).body.data[0]!.text
  expect(await text(standin)).toMatch(/\. Вы замещаете: Имя client1$/)
  expect(await text(world.client1)).not.toContain('замещаете')
  expect((await answered('standin')).status).toBe(200)
  const { history, status } = await read(world, id)
  expect(status).toBe(2)
  expect(history[0]).toMatchObject({ user: { name: 'Имя standin' }, via: 'letter', note: 'за коллегу: Имя client1' })
})

test('an offer by a substitute names the person, and an answer by the person does not', async () => {
  await named(world.manager)
  const id = await sentAgreement()
  const propose = (api: Api, releaseDate: string) =>
    api(offers.propose, { params: { id }, body: { releaseDate, reason: 'Отпуск' } })
  await propose(await world.product.as('standin'), '2026-04-01')
  expect((await read(world, id)).history[0]).toMatchObject({ note: 'за коллегу: Имя client1. Отпуск' })
  const own = await sentAgreement()
  await world.client1(agreements.update, { params: { id: own }, body: { updateTarget: 5, remark: '' } })
  expect((await read(world, own)).history[0]!.note).toBeFalsy()
})

test('a remark, a test result and a withdrawn offer by a substitute name the person', async () => {
  await named(world.manager)
  const id = await sentAgreement()
  const standin = await world.product.as('standin')
  const notes = async () => (await read(world, id)).history.map(({ title, note }) => [title, note])
  await standin(agreements.update, { params: { id }, body: { updateTarget: 0, remark: 'Не успеем' } })
  expect((await notes())[0]).toEqual(['Замечание', 'за коллегу: Имя client1'])
  await world.manager(agreements.update, { params: { id }, body: { updateTarget: 0, remark: '' } })
  await standin(offers.propose, { params: { id }, body: { releaseDate: '2026-04-02', reason: '' } })
  const { offer } = await read(world, id)
  await standin(offers.answer, { params: { id, offer_id: offer!.id }, body: { answer: 'withdraw' } })
  expect((await notes())[0]).toEqual(['Предложенная клиентом дата', 'за коллегу: Имя client1'])
  const { release_id, company_id } = await read(world, id)
  const { db } = world.product.deps
  const request_id = await makeRequest(db, {
    author_id: world.people.manager,
    idcomp: company_id,
    idmod: world.people.module,
    release_id,
  })
  await world.manager(agreements.update, { params: { id }, body: { updateTarget: 1, isPublishedOnTestEnv: true } })
  const report = { request_id, verdict: 'works' as const, comment: '' }
  expect((await standin(trials.tell, { params: { id }, body: report })).status).toBe(200)
  expect((await notes())[0]).toEqual(['Проверка на тестовом стенде', 'за коллегу: Имя client1'])
})

test('a remark by a substitute that does not block names the person in its own history', async () => {
  await named(world.manager)
  const id = await sentAgreement()
  const standin = await world.product.as('standin')
  const { db } = world.product.deps
  const notes = async () => {
    const rows = await db
      .selectFrom('history as h')
      .innerJoin('threads as t', 't.id', 'h.entity_id')
      .select(['h.field', 'h.note'])
      .where('h.entity', '=', 'thread')
      .where('t.agreement_id', '=', id)
      .where('h.field', '=', 'text')
      .orderBy('h.id')
      .execute()
    return rows.map(({ note }) => note)
  }
  await standin(agreements.update, { params: { id }, body: { updateTarget: 5, remark: 'Только не в обед' } })
  expect(await notes()).toEqual(['за коллегу: Имя client1'])
  await world.client1(threads.raise, {
    params: { entity: 'agreement', id },
    body: { html: '<p>Сам</p>', blocks: false },
  })
  expect((await notes()).at(-1)).toBeNull()
})

test('the preview of a withdrawal names the substitute, who is written to as well', async () => {
  await named(world.manager)
  const id = await sentAgreement()
  const body = { change: 'agreements_withdrawn' as const, ids: [id] }
  const { body: seen } = await world.manager(consequences.foresee, { body })
  expect(seen.consequences.map(({ addressees: people }) => people)).toEqual([['Имя client1', 'Имя standin']])
})

test('an answer to a remark reaches the substitute of the person who wrote it', async () => {
  const { manager, client1 } = world
  const id = await sentAgreement()
  const about = { entity: 'agreement' as const, id }
  const { thread } = (await client1(threads.raise, { params: about, body: { html: '<p>Рано</p>', blocks: true } })).body
  await named(manager)
  await emptyBox(world)
  await manager(threads.answer, { params: { id: thread.id }, body: { html: '<p>Сдвинем</p>' } })
  expect(await received(2)).toEqual(['client1@example.ru', 'standin@example.ru'])
  await manager(threads.turn, { params: { id: thread.id }, body: { state: 'closed', reason: 'Сдвинули' } })
  expect(await received(2)).toEqual(['client1@example.ru', 'standin@example.ru'])
})

test('a substitution begins and ends by the clock of the company, and its links end with it', async () => {
  const body = { zone: 'Asia/Vladivostok', working: companyCalendars.USUAL_WEEK, installing: null }
  await world.manager(companyCalendars.save, { ...of(), body })
  const id = await sentAgreement()
  await received(1)
  await named(world.manager, { date_from: '2026-03-04', date_to: '2026-03-05' })
  expect((await listed()).substitutes[0]).toMatchObject({ state: 'ahead', by_client: false })
  const turns = async (at: string) => {
    world.product.clock.set(at)
    await turnSubstitutes(world.product.deps)
    return (await listed()).substitutes.map(({ state }) => state)
  }
  expect(await turns('2026-03-03T13:50:00.000Z')).toEqual(['ahead'])
  expect(await turns('2026-03-03T14:00:00.000Z')).toEqual(['acting'])
  expect(await received(1)).toEqual(['standin@example.ru'])
  world.product.clock.set('2026-03-04T01:00:00.000Z')
  await remindSilent(world.product.deps)
  await expect.poll(() => addresses(world)).toEqual(['client1@example.ru', 'standin@example.ru'])
  expect(await turns('2026-03-05T13:50:00.000Z')).toEqual(['acting'])
  expect(await turns('2026-03-05T14:00:00.000Z')).toEqual([])
  expect((await answered('standin')).status).toBe(410)
  expect((await answered('client1')).status).toBe(200)
  expect((await read(world, id)).history[0]!.note).toBeFalsy()
  await world.product.deps.db.deleteFrom('company_calendars').execute()
})

test('while the substitute of a recipient without an address acts, there is somebody to ask and to remind', async () => {
  const { db } = world.product.deps
  const recipient = await makePerson(db, 'unreachable', { idcomp: world.people.company1 })
  await named(world.manager, { user_id: recipient })
  await received(1)
  const id = await newAgreement(world, { recipients: [recipient] })
  await send(world, id)
  await db.updateTable('users').set({ email: null }).where('id', '=', recipient).execute()
  await emptyBox(world)
  const waits = async () => {
    const { data } = (await world.manager(waiting.list, { query: {} })).body
    return data.filter((matter) => matter.agreement_id === id).map(({ kind }) => kind)
  }
  expect(await waits()).toEqual([])
  expect((await world.manager(agreements.remindMany, { body: { ids: [id] } })).body).toMatchObject({ refused: [] })
  expect(await received(1)).toEqual(['standin@example.ru'])
  await db.updateTable('users').set({ is_blocked: true }).where('id', '=', substitute_id).execute()
  expect(await waits()).toEqual(['nobody'])
})

test('a substitution that cannot begin does not hold up the others', async () => {
  const { db } = world.product.deps
  world.product.clock.set(NOW)
  const days = { date_from: '2026-03-04', date_to: '2026-03-05' }
  await named(world.manager, days)
  await named(world.manager, { ...days, user_id: mute_id })
  const [first] = (await listed()).substitutes
  await sql`create function fail() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`.execute(db)
  await sql`create trigger broken before update on substitutes for each row when (old.id = ${sql.lit(first!.id)})
    execute function fail()`.execute(db)
  world.product.clock.set('2026-03-04T10:00:00.000Z')
  await turnSubstitutes(world.product.deps)
  expect((await listed()).substitutes.map(({ state }) => state)).toEqual(['ahead', 'acting'])
  expect(logged().at(-1)).toMatchObject({ msg: 'a substitution was not started or ended' })
  await sql`drop function fail cascade`.execute(db)
  await turnSubstitutes(world.product.deps)
  expect((await listed()).substitutes.map(({ state }) => state)).toEqual(['acting', 'acting'])
})

test('a blocked person does not stand in for anybody, and the list shows it', async () => {
  await emptyBox(world)
  await named(world.manager)
  await received(1)
  await world.product.deps.db.updateTable('users').set({ is_blocked: true }).where('id', '=', substitute_id).execute()
  expect((await listed()).substitutes[0]).toMatchObject({ state: 'off' })
  await sentAgreement()
  expect(await received(1)).toEqual(['client1@example.ru'])
})

test('a person who has moved to another company gets a substitute there, whoever stands in for them in the former one', async () => {
  const { db } = world.product.deps
  await named(world.manager)
  const { company1, company2, client1: user_id, client2 } = world.people
  await db.updateTable('users').set({ idcomp: company2 }).where('id', '=', user_id).execute()
  const there = { params: { id: company2 }, body: { user_id, substitute_id: client2, ...DAYS } }
  expect((await world.manager(substitutes.name, there)).body.substitutes).toMatchObject([{ state: 'acting' }])
  expect((await world.manager(substitutes.name, there)).status).toBe(409)
  await db.updateTable('users').set({ idcomp: company1 }).where('id', '=', user_id).execute()
})

test('people name their own substitute, those with the right and staff name any, and another company gets 404', async () => {
  const standin = await world.product.as('standin')
  const { people, choices } = await listed(standin)
  expect(people).toEqual([{ id: substitute_id, name: 'Имя standin' }])
  expect(choices.map(({ id }) => id)).not.toContain(mute_id)
  expect([(await named(standin)).status, (await named(stranger)).status]).toEqual([403, 404])
  expect((await listed(world.manager)).people.length).toBeGreaterThan(2)
  const refused = await Promise.all([
    named(world.manager, { substitute_id: mute_id }),
    named(world.manager, { substitute_id: world.people.client2 }),
    named(world.manager, { user_id: world.people.manager }),
    named(world.manager, { substitute_id: world.people.client1 }),
    named(world.manager, { date_from: '2026-02-01', date_to: '2026-02-02' }),
  ])
  expect(refused.map(({ status, refusal }) => [status, Object.keys(refusal.errors ?? {})])).toEqual([
    [422, ['substitute_id']],
    [422, ['substitute_id']],
    [422, ['user_id']],
    [422, ['substitute_id']],
    [422, ['date_to']],
  ])
})

test('of two concurrent calls one names the substitute, and only people with the right end it', async () => {
  const tried = await Promise.all([named(world.manager), named(world.client1)])
  expect(tried.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const standin = await world.product.as('standin')
  const [one] = (await listed(standin)).substitutes
  const end = (api: Api) => api(substitutes.end, { params: { id: world.people.company1, substitute_id: one!.id } })
  const { status, refusal } = await end(standin)
  expect([status, refusal.message]).toEqual([403, one!.abilities.end])
  expect((await end(world.client1)).body.substitutes).toEqual([])
  expect((await end(world.client1)).status).toBe(404)
  const { history } = (await world.client1(companyCalendars.get, of())).body
  expect(history[0]).toMatchObject({
    title: 'Замещение',
    before: 'Имя client1: замещающий – Имя standin, с 02.03.2026 по 10.03.2026',
    after: '',
  })
})
