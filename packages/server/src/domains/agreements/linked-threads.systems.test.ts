import { expect, test } from 'vitest'
import { agreements, approve, linkedThreads, threads, type BodyInput } from '@vypusk/contract'
import { letterWorld, linkOf, newAgreement, send, update } from '../../testing/letters.ts'
import { formOf } from '../../testing/upload.ts'
import { makeFile } from '../../testing/making/make-publication.ts'

/** Remarks through a letter's link (docs/decisions/0067). */

const world = letterWorld()
const open = (token: string) => world.product.anonymous(linkedThreads.read, { params: { token } })
const raise = (token: string, body: BodyInput<typeof linkedThreads.raise>) =>
  world.product.anonymous(linkedThreads.raise, { params: { token }, body })
const answer = (token: string, id: number, body: BodyInput<typeof linkedThreads.answer>) =>
  world.product.anonymous(linkedThreads.answer, { params: { token, id }, body })
const about = (id: number) => ({ params: { entity: 'agreement' as const, id } })

async function sentAgreement() {
  const id = await newAgreement(world, { recipientsExtra: ['it@example.ru'] })
  await send(world, id)
  return { id, person: linkOf(world, 'client1@example.ru'), extra: linkOf(world, 'it@example.ru') }
}

async function sendFile(token: string, bytes = 'скриншот') {
  const form = await formOf([{ name: 'экран.txt', bytes }])
  const reply = await world.product.app.inject({
    method: 'POST',
    url: `/api/approve/${token}/files`,
    ...form,
  })
  return {
    status: reply.statusCode,
    headers: reply.headers,
    body: reply.json<{ message: string; file: { id: number } }>(),
  }
}

test('a link shows entries of both sides, but no internal ones, and answers in the name of its addressee', async () => {
  const { id, extra, person } = await sentAgreement()
  const thread = (await raise(extra, { html: '<p>Форма <script>alert(1)</script>не печатается</p>' })).body.threads[0]!
  expect(thread).toMatchObject({ side: 'client', user: { id: 0, name: 'it@example.ru' }, blocks: true })
  expect(thread.entries[0]?.html).not.toContain('script')
  await world.manager(threads.answer, { params: { id: thread.id }, body: { html: '<p>Исправили</p>' } })
  const secret = { html: '<p>Чинил Петров</p>', internal: true }
  await world.manager(threads.answer, { params: { id: thread.id }, body: secret })
  const seen = await open(extra)
  expect(String(seen.raw)).toContain('Исправили')
  expect(String(seen.raw)).not.toContain('Петров')
  const answered = await answer(extra, thread.id, { html: '<p>Печатается</p>' })
  expect([answered.status, answered.body.threads[0]?.state]).toEqual([200, 'open'])
  const colleague = await open(person)
  expect(String(colleague.raw)).not.toContain('it@example.ru')
  expect(colleague.body.threads[0]?.user).toEqual({ id: 0, name: 'По ссылке из письма' })
  expect(String((await world.client1(threads.of, about(id))).raw)).not.toContain('it@example.ru')
  const closed = await world.product.anonymous(linkedThreads.turn, {
    params: { token: person, id: thread.id },
    body: { state: 'closed' },
  })
  expect(closed.body.threads[0]?.state).toBe('closed')
})

test('by a link the newest entries are given when so many are asked for, also after writing', async () => {
  const { person } = await sentAgreement()
  const query = { last: 2 }
  const { id } = (await raise(person, { html: '<p>1</p>' })).body.threads[0]!
  for (const words of ['2', '3']) await answer(person, id, { html: `<p>${words}</p>` })
  const shownOf = ([thread]: threads.Thread[]) => [...thread!.entries.map(({ html }) => html), thread!.earlier]
  const read = await world.product.anonymous(linkedThreads.read, { params: { token: person }, query })
  expect(shownOf(read.body.threads)).toEqual(['<p>2</p>', '<p>3</p>', 1])
  const params = { token: person, id }
  const answered = await world.product.anonymous(linkedThreads.answer, { params, query, body: { html: '<p>4</p>' } })
  expect(shownOf(answered.body.threads)).toEqual(['<p>3</p>', '<p>4</p>', 2])
  const turned = await world.product.anonymous(linkedThreads.turn, { params, query, body: { state: 'closed' } })
  expect(shownOf(turned.body.threads)).toEqual(['<p>3</p>', '<p>4</p>', 2])
  expect(shownOf((await open(person)).body.threads)).toHaveLength(5)
})

test('a link allows remarks after the decision, until its addressee is removed', async () => {
  const { id, extra } = await sentAgreement()
  await world.product.anonymous(approve.answer, { params: { token: extra }, body: { answer: 'agree' } })
  expect((await raise(extra, { html: '<p>Позвоните накануне</p>', blocks: false })).status).toBe(200)
  await update(world.manager, id, { updateTarget: 3, recipientsExtra: [] })
  expect((await open(extra)).status).toBe(410)
  expect((await raise(extra, { html: '<p>Ещё</p>' })).status).toBe(410)
})

test('a link cannot write in threads of other agreements or close those of staff', async () => {
  const { id, person } = await sentAgreement()
  const other = await newAgreement(world)
  const foreign = (await world.manager(threads.raise, { ...about(other), body: { html: '<p>Когда?</p>' } })).body.thread
  expect((await answer(person, foreign.id, { html: '<p>Тогда</p>' })).status).toBe(404)
  const own = (await world.manager(threads.raise, { ...about(id), body: { html: '<p>Когда?</p>' } })).body.thread
  const params = { token: person, id: own.id }
  expect((await world.product.anonymous(linkedThreads.turn, { params, body: { state: 'closed' } })).status).toBe(403)
})

test('files are uploaded, attached and read through the link', async () => {
  const { person, extra } = await sentAgreement()
  const { status, body } = await sendFile(extra)
  expect(status).toBe(200)
  const files = [body.file.id]
  expect((await raise(person, { html: '', files })).status).toBe(422)
  expect((await raise(extra, { html: '', files })).body.threads[0]?.entries[0]?.files[0]?.file_name).toBe('экран.txt')
  const get = (id: number) => world.product.anonymous(linkedThreads.getFile, { params: { token: person, id } })
  expect(String((await get(body.file.id)).raw)).toBe('скриншот')
  const foreign = await makeFile(world.product.deps.db, { uploaded_by: world.people.client1 })
  expect((await get(foreign)).status).toBe(404)
})

/** In seconds. */
const DAY = String(24 * 3600)

test('a link allows five files and twenty entries a day', async () => {
  const { person, extra } = await sentAgreement()
  expect((await sendFile(extra, 'x'.repeat(21 * 1024 * 1024))).status).toBe(413)
  const sent = await Promise.all(Array.from({ length: 7 }, () => sendFile(extra)))
  expect(sent.filter(({ status }) => status === 200)).toHaveLength(5)
  const refused = sent.filter(({ status }) => status === 429)
  expect(refused.map(({ headers }) => headers['retry-after'])).toEqual([DAY, DAY])
  const thread = (await raise(person, { html: '<p>Рано</p>' })).body.threads[0]!
  const statuses = []
  for (let n = 0; n < 20; n += 1) statuses.push((await answer(person, thread.id, { html: `<p>${n}</p>` })).status)
  expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([19, 429])
  expect((await answer(person, thread.id, { html: '<p>Ещё</p>' })).headers['retry-after']).toBe(DAY)
  expect((await open(person)).body.can_write).toMatch(/^По ссылке письма/)
  expect((await raise(extra, { html: '<p>Другой адресат</p>' })).status).toBe(200)
  // Written while a clock was ahead: it does not count until that moment has come.
  const { db } = world.product.deps
  await db.updateTable('entries').set({ created_at: '2027-03-06T09:00:00.000Z' }).execute()
  await db.updateTable('link_files').set({ at: '2027-03-06T09:00:00.000Z' }).execute()
  expect((await answer(person, thread.id, { html: '<p>Снова</p>' })).status).toBe(200)
  expect((await sendFile(extra)).status).toBe(200)
})

test('the link of a deleted agreement does not open', async () => {
  const { id, person } = await sentAgreement()
  await world.manager(agreements.remove, { params: { id } })
  expect((await open(person)).status).toBe(410)
  expect((await sendFile('a'.repeat(43))).status).toBe(404)
})
