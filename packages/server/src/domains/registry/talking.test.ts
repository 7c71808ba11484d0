import { expect, test } from 'vitest'
import { registry, type BodyInput } from '@vypusk/contract'
import { addresses, letterWorld } from '../../testing/letters.ts'
import type { Api } from '../../testing/app.ts'
import { makeEntry, makePerson } from '../../testing/make.ts'

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
