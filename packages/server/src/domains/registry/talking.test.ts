import { expect, test } from 'vitest'
import { registry, waiting, type BodyInput } from '@vypusk/contract'
import { addresses, letterWorld } from '../../testing/letters.ts'
import type { Api } from '../../testing/app.ts'
import { makeEntry, makePerson } from '../../testing/making/make.ts'
import { briefNoticesOf } from '../../testing/notices.ts'

/** Comments of both sides: whose they are, who has read them, whom they name. */

const world = letterWorld()

const newEntry = () =>
  makeEntry(world.product.deps.db, {
    author_id: world.people.client1,
    idcomp: world.people.company1,
    title: 'Отчёт «Остатки» <по складам>',
  })
const addComment = (api: Api, body: BodyInput<typeof registry.addComment>) => api(registry.addComment, { body })
const visit = async (api: Api) => (await api(registry.visit)).body.since
const unreadIn = async (api: Api, id: number) =>
  (await api(registry.getEntry, { params: { id } })).body.unread_comments_count

test("the side is the caller's own, whatever the body says", async () => {
  const id = await newEntry()
  const byClient = await addComment(world.client1, { id, comment: ' Когда? ', side: 'rivc' })
  expect(byClient.body.comments).toMatchObject([
    { side: 'client', comment: 'Когда?', user: { id: world.people.client1 } },
  ])
  await addComment(world.manager, { id, comment: 'В марте', side: 'client' })
  const read = async (endpoint: typeof registry.rivcComments, api: Api) =>
    (await api(endpoint, { params: { id } })).body.comments.map(({ comment }) => comment)
  expect(await read(registry.rivcComments, world.client1)).toEqual(['В марте'])
  expect(await read(registry.clientComments, world.manager)).toEqual(['Когда?'])
  const { body } = await world.manager(registry.getEntry, { params: { id } })
  expect(body).toMatchObject({
    rivc_comments_count: 1,
    client_comments_count: 1,
    last_rivc_comment: { comment: 'В марте' },
    last_client_comment: { comment: 'Когда?' },
    version: 1,
  })
})

test('an empty comment is refused under its field', async () => {
  const answer = await addComment(world.client1, { id: await newEntry(), comment: '  ' })
  expect([answer.status, answer.refusal.errors]).toEqual([422, { comment: ['Напишите комментарий'] }])
})

test('unread is what others have written since a person’s first visit, until it is read', async () => {
  const { product, client1, manager, admin } = world
  const id = await newEntry()
  await addComment(manager, { id, comment: 'До первого захода' })
  product.clock.set('2026-03-06T07:00:00.000Z')
  await visit(client1)
  product.clock.set('2026-03-06T07:10:00.000Z')
  await addComment(manager, { id, comment: 'Новое' })
  await addComment(client1, { id, comment: 'Своё' })
  expect(await unreadIn(client1, id)).toBe(1)
  const { comments } = (await client1(registry.rivcComments, { params: { id } })).body
  expect(comments.map(({ is_unread }) => is_unread)).toEqual([false, true])
  const filtered = await client1(registry.getEntries, { body: { is_unread: true } })
  expect(filtered.body.data.map((entry) => entry.id)).toEqual([id])
  await client1(registry.readComments, { body: { id } })
  expect(await unreadIn(client1, id)).toBe(0)
  // Nobody reads for another.
  await visit(admin)
  product.clock.set('2026-03-06T07:20:00.000Z')
  await addComment(manager, { id, comment: 'Ещё' })
  expect([await unreadIn(client1, id), await unreadIn(admin, id)]).toEqual([1, 1])
})

test('a comment that came after the last one shown stays unread', async () => {
  const { client1, manager } = world
  await visit(client1)
  const id = await newEntry()
  world.product.clock.set('2026-03-06T08:00:00.000Z')
  const { comments } = (await addComment(manager, { id, comment: 'Показано' })).body
  await addComment(manager, { id, comment: 'Ещё не показано' })
  const until = comments.at(-1)?.id
  await client1(registry.readComments, { body: { id, until } })
  expect(await unreadIn(client1, id)).toBe(1)
  await client1(registry.readComments, { body: { id } })
  // What was read stays read.
  await client1(registry.readComments, { body: { id, until } })
  expect(await unreadIn(client1, id)).toBe(0)
})

test('«изменено с прошлого захода» counts what others did since the visit before', async () => {
  const { product, client1, manager } = world
  const { db } = product.deps
  await db.deleteFrom('registry_visits').execute()
  const [mine, theirs, quiet] = [await newEntry(), await newEntry(), await newEntry()]
  const changed = async () =>
    (await client1(registry.getEntries, { body: { is_changed: true } })).body.data.map(({ id }) => id)
  product.clock.set('2026-03-07T09:00:00.000Z')
  expect(await visit(client1)).toBeNull()
  expect(await changed()).toEqual([])
  product.clock.set('2026-03-07T09:20:00.000Z')
  expect(await visit(client1)).toBeNull()
  product.clock.set('2026-03-08T09:00:00.000Z')
  await manager(registry.updateEntry, { body: { id: theirs, step: 2 } })
  await client1(registry.updateEntry, { body: { id: mine, title: 'Сам' } })
  expect(await visit(client1)).toBe('2026-03-07T09:20:00.000Z')
  expect(await changed()).toEqual([theirs])
  await manager(registry.updateEntry, { body: { id: quiet, planned_time: 90 } })
  // Clients do not see the hours, nor that they changed.
  expect(await changed()).toEqual([theirs])
  await addComment(manager, { id: quiet, comment: 'Тоже новость' })
  expect(await changed()).toEqual([quiet, theirs])
})

test('who is named gets a letter, a stranger cannot be named', async () => {
  const { product, people, manager, client1 } = world
  const id = await newEntry()
  const outside = await makePerson(product.deps.db, 'outside', { idcomp: people.company2, can_enter_registry: true })
  const refused = await addComment(client1, { id, comment: '@Имя outside', mentions: [outside] })
  expect([refused.status, refused.refusal.errors]).toEqual([422, { mentions: ['Кого-то из упомянутых в реестре нет'] }])
  const offered = (await client1(registry.mentionable, { params: { id } })).body.people
  expect(offered.map((person) => [person.id, person.side])).toEqual([
    [people.client1, 'client'],
    [people.admin, 'rivc'],
    [people.manager, 'rivc'],
  ])
  const { body } = await addComment(manager, {
    id,
    comment: '@Имя client1, посмотрите <срок>',
    mentions: [people.client1, people.client1, people.manager],
  })
  expect(body.comments[0]?.mentions.map((person) => person.id)).toEqual([people.manager, people.client1])
  await expect.poll(() => addresses(world)).toEqual(['client1@example.ru'])
  const { mail } = world.smtp.received[0]!
  expect(mail.subject).toMatch(/^Вас упомянули в реестре: Т-[a-j]+ Отчёт «Остатки» <по складам>$/)
  expect(mail.html).toContain('посмотрите &lt;срок&gt;')
  expect(mail.text).toContain(`https://vypusk.example.ru/registry?open=${id}`)
})

test('a company that gets an entry reads nothing of what its former one wrote, staff read everything', async () => {
  const { product, manager, client1, people } = world
  const { company2: company } = people
  const right = { can_enter_registry: true, can_create_registry: true }
  const responsible = await makePerson(product.deps.db, 'reader', { isRivc: false, idcomp: company, ...right })
  const [reader, id] = [await product.as('reader'), await newEntry()]
  await visit(reader)
  product.clock.set(new Date(product.clock.now().getTime() + 60_000).toISOString())
  await client1(registry.updateEntry, { body: { id, responsible: people.client1, description: 'Канарейка' } })
  await addComment(client1, { id, comment: 'Канарейка' })
  await addComment(manager, { id, comment: 'Канарейка тоже' })
  const moved = { company, responsible, description: '' }
  expect((await manager(registry.updateEntry, { body: { id, ...moved } })).status).toBe(200)
  await addComment(manager, { id, comment: 'Здравствуйте' })
  const params = { id }
  const seenBy = async (api: Api) => ({
    entry: (await api(registry.getEntry, { params })).body,
    rows: (await api(registry.getEntries, { body: {} })).body.data.map((row) => ({ ...row, author: null })),
    comments: [
      ...(await api(registry.clientComments, { params })).body.comments,
      ...(await api(registry.rivcComments, { params })).body.comments,
    ].map(({ comment }) => comment),
    changes: (await api(registry.changelog, { params })).body.changes,
    waiting: (await api(waiting.list, { query: { kind: 'entry_unread' } })).body.data,
    told: await briefNoticesOf(api),
  })
  const seen = await seenBy(reader)
  expect(seen).toMatchObject({
    entry: { last_client_comment: null, client_comments_count: 0, rivc_comments_count: 1, unread_comments_count: 1 },
    comments: ['Здравствуйте'],
    changes: [],
    waiting: [{ text: 'Имя manager: Здравствуйте' }],
    told: [
      ['comment', 'responsible', 'Комментарий: Здравствуйте'],
      ['changed', 'responsible', 'Новая запись реестра'],
    ],
  })
  expect(seen.rows).toHaveLength(1)
  expect(JSON.stringify({ ...seen, entry: null })).not.toMatch(/Канарейка|client1/)
  expect(await seenBy(manager)).toMatchObject({
    entry: { last_client_comment: { comment: 'Канарейка' }, client_comments_count: 1, rivc_comments_count: 2 },
    comments: ['Канарейка', 'Канарейка тоже', 'Здравствуйте'],
  })
  await reader(registry.updateEntry, { body: { id, title: 'Своё' } })
  expect((await seenBy(reader)).changes).toMatchObject([{ field: 'title' }])
})
