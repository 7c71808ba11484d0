import { afterAll, beforeAll, expect, test } from 'vitest'
import { notices, planning, registry, releases, requests } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makeEntry, makePeople, makePerson, makeRelease, makeRequest } from '../../testing/making/make.ts'
import { clear, noticesOf, briefNoticesOf, unread, watch } from '../../testing/notices.ts'

/** Following requests, releases and registry entries, and the notices of their changes. */

let product: TestApp
let people: Awaited<ReturnType<typeof makePeople>>
let [manager, admin, client1, client2] = [] as unknown as [Api, Api, Api, Api]
beforeAll(async () => {
  product = await testApp()
  people = await makePeople(product.deps.db)
  ;[manager, admin, client1, client2] = await Promise.all([
    product.as('manager'),
    product.as('admin'),
    product.as('client1'),
    product.as('client2'),
  ])
})
afterAll(() => product.close())

const request = (author_id = people.client1) =>
  makeRequest(product.deps.db, { author_id, idcomp: people.company1, idmod: people.module, e_title: 'Отчёт' })
const release = (input = {}) =>
  makeRelease(
    product.deps.db,
    { author_id: people.manager, title: 'Весна', ...input },
    { companies: [people.company1], users: [people.admin] },
  )
const move = (api: Api, id: number, plan_date: string) =>
  api(releases.save, { params: { id }, body: { title: 'Весна', start_date: '2026-03-02', plan_date } })

test('authors and responsible people follow automatically, others by choice, and each may stop', async () => {
  const id = await release()
  const watching = async (api: Api) => (await api(notices.getWatching, { params: { entity: 'release', id } })).body
  expect(await watching(manager)).toEqual({
    watches: true,
    reason: 'author',
    watchers: [{ id: people.admin, name: 'Имя admin' }],
  })
  expect(await watching(client1)).toEqual({ watches: false, reason: null, watchers: [] })
  expect((await watch(client1, 'release', id)).body).toMatchObject({ watches: true, reason: null })
  expect((await watching(manager)).watchers.map(({ name }) => name)).toEqual(['Имя admin', 'Имя client1'])
  await watch(admin, 'release', id, false)
  expect((await watching(manager)).watchers.map(({ name }) => name)).toEqual(['Имя client1'])
})

test('a moved release is announced to its followers, a change the client may not see only to staff', async () => {
  const id = await release()
  await watch(client1, 'release', id)
  await clear(admin, client1)
  await move(manager, id, '2026-04-07')
  const text = 'Плановая дата: 31.03.2026 → 07.04.2026'
  expect((await briefNoticesOf(admin))[0]).toEqual(['moved', 'responsible', text])
  expect((await briefNoticesOf(client1))[0]).toEqual(['moved', 'watching', text])
  await clear(admin, client1)
  await manager(releases.saveComment, { params: { id }, body: { comment: 'Между нами' } })
  expect([await unread(admin), await unread(client1)]).toEqual([1, 0])
  expect((await briefNoticesOf(admin))[0]).toEqual(['changed', 'responsible', 'Комментарий'])
})

test('ten changes since a person last looked are one line, and the next one after that another', async () => {
  const id = await request()
  await watch(manager, 'request', id)
  await clear(manager)
  const rename = (title: string) =>
    admin(requests.saveBacklog, { body: { request_id: id, title, planned_time: 60, priority: 2, inBacklog: true } })
  for (const title of ['Раз', 'Два', 'Три']) await rename(title)
  expect(await unread(manager)).toBe(1)
  expect((await noticesOf(manager))[0]?.text).toContain('Два → Три')
  await clear(manager)
  await rename('Четыре')
  expect(await unread(manager)).toBe(1)
})

test('the author is notified of a request going into a release the company may see, but not of backlog changes', async () => {
  const [open, hidden] = [await release({ title: 'Открытый' }), await release({ is_visible_for_client: false })]
  const [first, second] = [await request(), await request()]
  await clear(client1)
  await manager(requests.saveBacklog, {
    body: { request_id: first, title: null, planned_time: 60, priority: 1, inBacklog: true },
  })
  await manager(releases.addRequests, { params: { id: hidden }, body: { requests: [second] } })
  expect(await unread(client1)).toBe(0)
  await manager(releases.addRequests, { params: { id: open }, body: { requests: [first] } })
  expect((await noticesOf(client1))[0]).toMatchObject({
    kind: 'changed',
    reason: 'author',
    text: 'Включена в релиз «Открытый»',
    href: `/clientRequests?open=${first}`,
  })
})

test('the author is notified when the same act names their company in the release', async () => {
  const closed = () => makeRelease(product.deps.db, { author_id: people.manager, title: 'Без компаний' })
  const bring = { companies: true, modules: true }
  const days = { start_date: '2026-03-02', plan_date: '2026-03-31' }
  const dates = { title: 'Без компаний', ...days, is_visible_for_client: true }
  const ways: ((id: number, request_id: number) => Promise<unknown>)[] = [
    (id, one) => manager(releases.addRequests, { params: { id }, body: { requests: [one], bring } }),
    (_, one) => manager(releases.save, { params: { id: 0 }, body: { ...dates, requests: [one], bring } }),
    (id, one) => manager(releases.save, { params: { id }, body: { ...dates, requests: [one], bring } }),
    // Hidden until now, and opened by the form that adds the request.
    async (id, one) => {
      await product.deps.db.updateTable('releases').set({ is_visible_for_client: false }).where('id', '=', id).execute()
      return manager(releases.save, { params: { id }, body: { ...dates, requests: [one], bring } })
    },
    async (id, one) => {
      const from = await makeRelease(product.deps.db, { author_id: people.manager, title: 'Прежний' })
      await manager(releases.addRequests, { params: { id: from }, body: { requests: [one] } })
      const body = { requests: [one], release_id: id, bring }
      return manager(releases.moveRequests, { params: { id: from }, body })
    },
    (release_id, one) => {
      const change = { release_id, ...days, requests: [one] }
      return manager(planning.save, { body: { changes: [change], bring: [{ release_id, bring }] } })
    },
  ]
  for (const [index, way] of ways.entries()) {
    const [id, one] = [await closed(), await request()]
    await clear(client1)
    expect([index, await way(id, one)]).toMatchObject([index, { status: 200 }])
    expect([index, await unread(client1)]).toEqual([index, 1])
    expect((await briefNoticesOf(client1))[0]).toEqual(['changed', 'author', 'Включена в релиз «Без компаний»'])
  }
})

test('the author is notified of a request leaving a release the company may see, and reads nothing of a hidden one', async () => {
  const moved = (id: number, release_id: number, one: number) =>
    manager(releases.moveRequests, { params: { id }, body: { requests: [one], release_id } })
  const removed = (id: number, one: number) => manager(releases.removeRequest, { params: { id, request: one } })
  const form = { title: 'Открытый', start_date: '2026-03-02', plan_date: '2026-03-31', requests: [], companies: [] }
  const LEFT = 'Исключена из релиза'
  type Way = [
    from: 'open' | 'hidden',
    act: (one: number, ids: Record<string, number>) => Promise<unknown>,
    text?: string,
  ]
  const ways: Way[] = [
    ['open', (one, { open = 0 }) => removed(open, one), LEFT],
    ['open', (one, { open = 0, hidden = 0 }) => moved(open, hidden, one), LEFT],
    ['open', (one, { open = 0, other = 0 }) => moved(open, other, one), 'Включена в релиз «Другой»'],
    ['hidden', (one, { open = 0, hidden = 0 }) => moved(hidden, open, one), 'Включена в релиз «Открытый»'],
    ['hidden', (one, { hidden = 0 }) => removed(hidden, one)],
    // Its company leaves the release by the same form.
    ['open', (_, { open = 0 }) => manager(releases.save, { params: { id: open }, body: form }), LEFT],
    ['open', (_, { open = 0 }) => manager(releases.remove, { params: { id: open } }), LEFT],
  ]
  for (const [from, act, text] of ways) {
    const ids = {
      open: await release({ title: 'Открытый' }),
      other: await release({ title: 'Другой' }),
      hidden: await release({ title: 'Тайный', is_visible_for_client: false }),
    }
    const one = await request()
    await manager(releases.addRequests, { params: { id: ids[from] }, body: { requests: [one] } })
    await clear(client1)
    await act(one, ids)
    expect([await unread(client1), text && (await briefNoticesOf(client1))[0]?.[2]]).toEqual([text ? 1 : 0, text])
  }
})

test('when many requests are moved at once, every author is notified', async () => {
  const id = await release()
  const ids = await Promise.all(Array.from({ length: 25 }, () => request()))
  await clear(client1)
  await manager(releases.addRequests, { params: { id }, body: { requests: ids } })
  expect(await unread(client1)).toBe(25)
})

test('a comment reaches the followers of the entry, a mention the person named, each once', async () => {
  const { db } = product.deps
  const entry = { author_id: people.manager, idcomp: people.company1, responsible_id: people.client1 }
  const id = await makeEntry(db, { ...entry, boss_id: people.admin })
  await clear(admin, client1, manager)
  await manager(registry.addComment, { body: { id, comment: 'Посмотрите', mentions: [people.client1] } })
  expect((await briefNoticesOf(client1))[0]).toEqual(['mention', 'mentioned', 'Вас упомянули: Посмотрите'])
  expect((await briefNoticesOf(admin))[0]).toEqual(['comment', 'responsible', 'Комментарий: Посмотрите'])
  expect([await unread(client1), await unread(admin), await unread(manager)]).toEqual([1, 1, 0])
  expect((await noticesOf(client1))[0]?.href).toBe(`/registry?open=${id}`)
})

test("another company's things can be neither followed nor queried", async () => {
  const { db } = product.deps
  const things = [
    ['request', await request()],
    ['release', await release()],
    ['registry_entry', await makeEntry(db, { author_id: people.manager, idcomp: people.company1 })],
  ] as const
  for (const [entity, id] of things) {
    expect((await watch(client2, entity, id)).status).toBe(404)
    expect((await client2(notices.getWatching, { params: { entity, id } })).status).toBe(404)
  }
  await makePerson(db, 'neighbour', { idcomp: people.company2 })
  const id = await release()
  await db.insertInto('release_companies').values({ release_id: id, idcomp: people.company2 }).execute()
  await watch(await product.as('neighbour'), 'release', id)
  const seen = (await client1(notices.getWatching, { params: { entity: 'release', id } })).body
  expect(seen.watchers).toEqual([])
})

test('people who lost access get no more notices, and no longer see old ones', async () => {
  const { db } = product.deps
  const id = await release()
  await watch(client1, 'release', id)
  await clear(client1)
  await move(manager, id, '2026-04-10')
  expect(await unread(client1)).toBe(1)
  await db.updateTable('releases').set({ is_visible_for_client: false }).where('id', '=', id).execute()
  await move(manager, id, '2026-04-11')
  expect(await unread(client1)).toBe(0)
  const rows = await db
    .selectFrom('notices')
    .select('text')
    .where('user_id', '=', people.client1)
    .where('entity', '=', 'release')
    .where('entity_id', '=', id)
    .execute()
  expect(rows.map(({ text }) => text)).toEqual(['Плановая дата: 31.03.2026 → 10.04.2026'])
  const entry = await makeEntry(db, { author_id: people.client1, idcomp: people.company1 })
  await db.updateTable('users').set({ can_enter_registry: false }).where('id', '=', people.client1).execute()
  await manager(registry.addComment, { body: { id: entry, comment: 'Есть вопрос' } })
  expect(await unread(client1)).toBe(0)
  await db.updateTable('users').set({ can_enter_registry: true }).where('id', '=', people.client1).execute()
})
