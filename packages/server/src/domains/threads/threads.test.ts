import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { threads, type BodyInput } from '@vypusk/contract'
import type { Api } from '../../testing/app.ts'
import { emptyBox, letterWorld, newAgreement, read, send, update } from '../../testing/letters.ts'
import { makePerson } from '../../testing/making/make.ts'
import { briefNoticesOf } from '../../testing/notices.ts'
import { makeFile } from '../../testing/making/make-publication.ts'
import { remindOwners } from './commands/reminding.ts'

const world = letterWorld()
const about = (id: number) => ({ entity: 'agreement' as const, id })
const raise = async (api: Api, id: number, body: BodyInput<typeof threads.raise>) =>
  (await api(threads.raise, { params: about(id), body })).body.thread
const threadsOf = async (api: Api, id: number) => (await api(threads.of, { params: about(id) })).body.threads
const answer = (api: Api, id: number, body: BodyInput<typeof threads.answer>) =>
  api(threads.answer, { params: { id }, body })
const turn = (api: Api, id: number, body: BodyInput<typeof threads.turn>) => api(threads.turn, { params: { id }, body })
const later = (days: number) => {
  const { clock } = world.product
  clock.set(new Date(clock.now().getTime() + days * 24 * 3600_000).toISOString())
}

test('a remark goes from open to answered to closed, and both sides are notified', async () => {
  const id = await newAgreement(world)
  await send(world, id)
  await emptyBox(world)
  const thread = await raise(world.client1, id, { html: '<p>Форма <b>не</b> печатается</p>' })
  expect(thread).toMatchObject({ state: 'open', side: 'client', blocks: true, version: 1 })
  expect(world.smtp.received.map(({ to }) => to).toSorted()).toEqual(['admin@example.ru', 'manager@example.ru'])
  expect((await read(world, id)).remark).toBe('Форма не печатается')
  await emptyBox(world)
  const answered = await answer(world.manager, thread.id, { html: '<p>Исправили</p>' })
  expect(answered.body.thread.state).toBe('answered')
  expect(world.smtp.received.map(({ to }) => to)).toEqual(['client1@example.ru'])
  expect(world.smtp.received[0]?.mail.text).toMatch(/Исправили[\s\S]*\/approve\//)
  expect((await answer(world.client1, thread.id, { html: '<p>Всё равно нет</p>' })).body.thread.state).toBe('open')
  const closed = await turn(world.client1, thread.id, { state: 'closed' })
  expect(closed.body.thread).toMatchObject({ state: 'closed', closing: { user: { name: 'Имя client1' } } })
  expect((await read(world, id)).remark).toBe('')
  expect((await answer(world.manager, thread.id, { html: '<p>Ещё</p>' })).status).toBe(422)
  expect((await turn(world.client1, thread.id, { state: 'open' })).body.thread.state).toBe('open')
  expect((await read(world, id)).remark).toBe('Форма не печатается')
})

test('where a service is the author, any member of staff answers the remark', async () => {
  const { db } = world.product.deps
  const { id: service } = await db
    .insertInto('users')
    .values({ login: 'service:asks', name: 'Сервис Сборка', isRivc: true, is_service: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  const id = await newAgreement(world)
  await send(world, id)
  await db.updateTable('agreements').set({ author_id: service }).where('id', '=', id).execute()
  const thread = await raise(world.client1, id, { html: '<p>Рано</p>' })
  expect(thread.owner).toBeNull()
  const { rows } = await sql`select from notices where user_id = ${service}`.execute(db)
  expect(rows).toEqual([])
})

test('staff close a client’s remark only with a reason, which its author reads', async () => {
  const id = await newAgreement(world)
  await send(world, id)
  const thread = await raise(world.client1, id, { html: '<p>Рано</p>' })
  await emptyBox(world)
  const silent = await turn(world.manager, thread.id, { state: 'closed' })
  expect([silent.status, silent.refusal.errors?.['reason']?.length]).toEqual([422, 1])
  await turn(world.manager, thread.id, { state: 'closed', reason: 'Перенесли на вечер' })
  expect(world.smtp.received.map(({ to }) => to)).toEqual(['client1@example.ru'])
  expect(world.smtp.received[0]?.mail.text).toContain('Перенесли на вечер')
})

test('a client cannot close a remark of staff', async () => {
  const id = await newAgreement(world)
  const thread = await raise(world.manager, id, { html: '<p>Когда у вас окно?</p>' })
  const { status, refusal } = await turn(world.client1, thread.id, { state: 'closed' })
  expect(status).toBe(403)
  expect(refusal.message).toBe((await threadsOf(world.client1, id))[0]?.abilities.close)
})

test('of two people at once, the second gets the current thread', async () => {
  const id = await newAgreement(world)
  const { id: thread_id, version } = await raise(world.client1, id, { html: '<p>Рано</p>' })
  const save = (due: string) => world.manager(threads.save, { params: { id: thread_id }, body: { due, version } })
  const both = await Promise.all([save('2026-03-20'), save('2026-03-23')])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const lost = both.find(({ status }) => status === 409)
  const kept = both.find(({ status }) => status === 200)
  expect(lost?.refusal['current']).toEqual(kept?.body.thread)
})

test('own entries can be edited and withdrawn; others’ cannot', async () => {
  const id = await newAgreement(world)
  const thread = await raise(world.client1, id, { html: '<p>Рано</p>' })
  const entry = (await answer(world.client1, thread.id, { html: '<p>И пароль: 123</p>' })).body.thread.entries[1]!
  const own = { params: { id: thread.id, entry_id: entry.id } }
  expect((await world.manager(threads.rewrite, { ...own, body: { html: '<p>Нет</p>' } })).status).toBe(403)
  const { body } = await world.client1(threads.withdraw, own)
  expect(body.thread.entries[1]).toMatchObject({ html: '', files: [], withdrawn_at: expect.any(String) })
  expect(JSON.stringify(await threadsOf(world.manager, id))).not.toContain('123')
  const first = { params: { id: thread.id, entry_id: thread.entries[0]!.id } }
  await world.client1(threads.rewrite, { ...first, body: { html: '<p>Рано утром</p>' } })
  expect((await read(world, id)).remark).toBe('Рано утром')
})

test('a remark that is opened again is told by bell and letter, as an answer that opens it', async () => {
  const id = await newAgreement(world)
  await send(world, id)
  const thread = await raise(world.client1, id, { html: '<p>Не печатается</p>' })
  await turn(world.manager, thread.id, { state: 'closed', reason: 'Печатается' })
  await emptyBox(world)
  await turn(world.client1, thread.id, { state: 'open' })
  const text = 'Замечание открыто снова: Не печатается'
  expect((await briefNoticesOf(world.manager))[0]).toEqual(['remark', 'responsible', text])
  expect(world.smtp.received.map(({ to }) => to).toSorted()).toEqual(['admin@example.ru', 'manager@example.ru'])
  expect(world.smtp.received[0]?.mail.text).toMatch(/Замечание открыто снова[\s\S]*Не печатается/)
  await turn(world.client1, thread.id, { state: 'closed' })
  await emptyBox(world)
  await turn(world.manager, thread.id, { state: 'open' })
  expect((await briefNoticesOf(world.client1))[0]).toEqual(['remark', 'recipient', text])
  expect(world.smtp.received.map(({ to }) => to)).toEqual(['client1@example.ru'])
  // An edit that changes no words of an answered remark opens it as well.
  await answer(world.manager, thread.id, { html: '<p>Проверьте</p>' })
  await emptyBox(world)
  const [entry] = thread.entries
  const params = { id: thread.id, entry_id: entry!.id }
  const edited = await world.client1(threads.rewrite, { params, body: { html: '<p><b>Не</b> печатается</p>' } })
  expect(edited.body.thread.state).toBe('open')
  expect((await briefNoticesOf(world.manager))[0]).toEqual(['remark', 'responsible', text])
  expect(world.smtp.received.map(({ to }) => to).toSorted()).toEqual(['admin@example.ru', 'manager@example.ru'])
  await world.client1(threads.withdraw, { params })
  expect(JSON.stringify(await briefNoticesOf(world.manager))).not.toContain('Не печатается')
})

test('a withdrawn answer is none: it is the other side’s turn again', async () => {
  const id = await newAgreement(world)
  const thread = await raise(world.client1, id, { html: '<p>Не печатает</p>' })
  const say = async (api: Api, more = {}) =>
    (await answer(api, thread.id, { html: '<p>Слова</p>', ...more })).body.thread.entries.at(-1)!.id
  const withdraw = async (api: Api, entry_id: number) =>
    (await api(threads.withdraw, { params: { id: thread.id, entry_id } })).body.thread.state
  const first = await say(world.manager)
  const second = await say(world.manager)
  const own = await say(world.manager, { internal: true })
  expect(await withdraw(world.manager, first)).toBe('answered')
  expect(await withdraw(world.manager, second)).toBe('open')
  expect(await withdraw(world.manager, own)).toBe('open')
  await say(world.manager)
  expect(await withdraw(world.client1, await say(world.client1))).toBe('answered')
})

test('the words of a withdrawn remark are neither listed, found nor copied to the agreement again', async () => {
  const id = await newAgreement(world)
  const other = await raise(world.manager, id, { html: '<p>Стенд занят</p>', blocks: true })
  const thread = await raise(world.client1, id, { html: '<p>Пароль: Канарейка</p>' })
  await answer(world.client1, thread.id, { html: '<p>Стоит</p>' })
  await world.client1(threads.withdraw, { params: { id: thread.id, entry_id: thread.entries[0]!.id } })
  await turn(world.client1, thread.id, { state: 'open' })
  const found = async (search_string: string) =>
    (await world.manager(threads.list, { body: { search_string, per_page: 500 } })).body.data
  expect(await found('канарейка')).toEqual([])
  expect(await found(String(thread.id))).toMatchObject([{ id: thread.id, text: '' }])
  expect((await read(world, id)).remark).toBe('Стенд занят')
  // The remark of staff is sent back with the text, and what follows it is a new remark.
  const sent = { updateTarget: 0, remark: 'Стенд занят\n\nПозвоните' } as const
  await update(world.client1, id, sent)
  expect((await threadsOf(world.manager, id)).map((one) => [one.id === other.id, one.entries.at(-1)?.html])).toEqual([
    [true, '<p>Стенд занят</p>'],
    [false, '<p>Стоит</p>'],
    [false, '<p>Позвоните</p>'],
  ])
  expect((await read(world, id)).remark).toBe('Стенд занят\n\nПозвоните')
})

test('a letter about a withdrawn remark that was opened again does not quote it', async () => {
  const id = await newAgreement(world)
  const thread = await raise(world.client1, id, { html: '<p>Пароль: Канарейка</p>' })
  await answer(world.client1, thread.id, { html: '<p>Стоит</p>' })
  await world.client1(threads.withdraw, { params: { id: thread.id, entry_id: thread.entries[0]!.id } })
  await turn(world.client1, thread.id, { state: 'open' })
  await emptyBox(world)
  await turn(world.manager, thread.id, { state: 'closed', reason: 'Ничего не осталось' })
  expect(world.smtp.received[0]?.mail.text).toContain('Сообщение отозвано')
  expect(world.smtp.received[0]?.mail.text).not.toContain('Канарейка')
})

test('a file is attached by the person who uploaded it, and read by both sides', async () => {
  const { db } = world.product.deps
  const id = await newAgreement(world)
  const [own, foreign] = [
    await makeFile(db, { uploaded_by: world.people.client1 }),
    await makeFile(db, { uploaded_by: world.people.manager }),
  ]
  const refused = await world.client1(threads.raise, { params: about(id), body: { html: '', files: [foreign] } })
  expect([refused.status, Object.keys(refused.refusal.errors ?? {})]).toEqual([422, ['files']])
  const thread = await raise(world.client1, id, { html: '', files: [own] })
  expect(thread.entries[0]?.files.map((file) => file.id)).toEqual([own])
  const again = await world.client1(threads.raise, { params: about(id), body: { html: '', files: [own] } })
  expect([again.status, Object.keys(again.refusal.errors ?? {})]).toEqual([422, ['files']])
  const nothing = await world.client1(threads.raise, { params: about(id), body: { html: '<p> </p>' } })
  expect(Object.keys(nothing.refusal.errors ?? {})).toEqual(['html'])
})

test('owners are reminded before and after the due day, then the release’s people, each once', async () => {
  const id = await newAgreement(world)
  await raise(world.client1, id, { html: '<p>Рано</p>', blocks: true })
  await emptyBox(world)
  const written = async () => {
    await Promise.all([remindOwners(world.product.deps), remindOwners(world.product.deps)])
    const rows = await world.product.deps.db
      .selectFrom('deliveries')
      .innerJoin('letters', 'letters.id', 'deliveries.letter_id')
      .select('target')
      .where('letters.kind', '=', 'thread.due')
      .where('letters.entity_id', '=', id)
      .execute()
    return rows.map(({ target }) => target).toSorted()
  }
  const addressees: string[][] = []
  for (let day = 0; day < 12; day += 1) {
    addressees.push(await written())
    later(1)
  }
  const owner = 'manager@example.ru'
  expect(addressees.at(-1)).toEqual(['admin@example.ru', owner, owner, owner])
  expect(new Set(addressees.map(({ length }) => length))).toEqual(new Set([0, 1, 2, 4]))
})

test('the release’s people are reminded at once of what nobody who is still there has to answer', async () => {
  const { db } = world.product.deps
  const owner_id = await makePerson(db, 'answering')
  const id = await newAgreement(world)
  const thread = await raise(world.client1, id, { html: '<p>Рано</p>', blocks: true })
  const params = { id: thread.id }
  const due = thread.due as string
  await world.manager(threads.save, { params, body: { owner: owner_id } })
  await db.updateTable('users').set({ is_blocked: true }).where('id', '=', owner_id).execute()
  const began = world.product.clock.now().toISOString()
  world.product.clock.set(`${due}T07:00:00.000Z`)
  await remindOwners(world.product.deps)
  world.product.clock.set(began)
  const rows = await db
    .selectFrom('deliveries')
    .innerJoin('letters', 'letters.id', 'deliveries.letter_id')
    .select(['target', 'letters.text'])
    .where('letters.kind', '=', 'thread.due')
    .where('letters.entity_id', '=', id)
    .execute()
  expect(rows.map(({ target }) => target).toSorted()).toEqual(['admin@example.ru', 'manager@example.ru'])
  expect(rows[0]?.text).not.toContain('answering')
})

test('the list distinguishes mine, late and blocking remarks', async () => {
  const id = await newAgreement(world)
  const thread = await raise(world.client1, id, { html: '<p>Единственное в своём роде</p>' })
  const list = async (body: BodyInput<typeof threads.list>) =>
    (
      await (
        await world.product.as('manager')
      )(threads.list, { body: { search_string: 'единственное в своем', ...body } })
    ).body
  expect((await list({})).data).toMatchObject([
    { id: thread.id, text: 'Единственное в своём роде', is_late: false, owner: { name: 'Имя manager' } },
  ])
  expect((await list({ mine: true })).total).toBe(1)
  expect((await list({ late: true })).total).toBe(0)
  later(20)
  expect((await list({ late: true })).counts).toEqual({ unclosed: 1, mine: 1, late: 1, blocking: 1 })
  const unclosed = { total: 0, data: [], counts: { unclosed: 1, mine: 1, late: 1, blocking: 1 } }
  expect(await list({ shown: 'closed' })).toMatchObject(unclosed)
  expect((await list({ shown: 'all' })).total).toBe(1)
})
