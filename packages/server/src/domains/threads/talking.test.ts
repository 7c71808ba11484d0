import { afterAll, beforeAll, expect, test } from 'vitest'
import { files, notices, requests, talks, threads, type BodyInput } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makeFile } from '../../testing/making/make-publication.ts'
import { makePeople, makePerson, makeRequest } from '../../testing/making/make.ts'

/** The conversation of a request: who writes and reads, what is internal to staff, and whose answer is waited for. */

let product: TestApp
let people: Awaited<ReturnType<typeof makePeople>>
let colleague: number
let as: Record<'manager' | 'admin' | 'client1' | 'colleague' | 'client2', Api>

beforeAll(async () => {
  product = await testApp()
  people = await makePeople(product.deps.db)
  colleague = await makePerson(product.deps.db, 'colleague', { isRivc: false, idcomp: people.company1 })
  const logins = ['manager', 'admin', 'client1', 'colleague', 'client2'] as const
  const apis = await Promise.all(logins.map(async (login) => [login, await product.as(login)] as const))
  as = Object.fromEntries(apis) as typeof as
})
afterAll(() => product.close())

const newRequest = () => {
  const { client1: author_id, company1: idcomp, module: idmod } = people
  return makeRequest(product.deps.db, { author_id, idcomp, idmod, e_title: 'Печать форм' })
}
type Body = Partial<BodyInput<typeof talks.say>>
const write = (api: Api, id: number, html: string, more: Body = {}) =>
  api(talks.say, { params: { id }, body: { html: `<p>${html}</p>`, ...more } })
const allOf = (api: Api, id: number) => api(threads.of, { params: { entity: 'request', id } })
const talkOf = async (api: Api, id: number) => (await allOf(api, id)).body.threads[0]
const noticesTo = async (api: Api) =>
  (await api(notices.list, {})).body.notices.map(({ kind, reason, text }) => [kind, reason, text])
const watches = async (api: Api, id: number) =>
  (await api(notices.getWatching, { params: { entity: 'request', id } })).body.watches

test('both sides write in one conversation, and nobody else does', async () => {
  const id = await newRequest()
  const { thread } = (await write(as.manager, id, 'Какие <b>формы</b>?')).body
  expect(thread).toMatchObject({
    kind: 'talk',
    due: null,
    blocks: false,
    state: 'answered',
    owner: { id: people.manager },
  })
  expect((await write(as.client1, id, 'Все')).body.thread.id).toBe(thread.id)
  expect((await talkOf(as.colleague, id))?.entries.map(({ html }) => html)).toEqual([
    '<p>Какие <b>формы</b>?</p>',
    '<p>Все</p>',
  ])
  expect([(await allOf(as.client2, id)).status, (await write(as.client2, id, 'Чужое')).status]).toEqual([404, 404])
})

test('a question waits for the other side until it is answered, dismissed or withdrawn', async () => {
  const id = await newRequest()
  const question = (await write(as.manager, id, 'Какие?', { asks: true })).body.thread
  expect(question).toMatchObject({ state: 'open', side: 'staff' })
  expect((await write(as.admin, id, 'Ещё слово')).body.thread.state).toBe('open')
  expect((await write(as.client1, id, 'Все')).body.thread.state).toBe('answered')
  const again = (await write(as.client1, id, 'А когда?', { asks: true })).body.thread
  expect(again).toMatchObject({ state: 'open', side: 'client' })
  const turned = await as.manager(threads.turn, { params: { id: question.id }, body: { state: 'closed' } })
  expect(turned.body.thread).toMatchObject({ state: 'closed', abilities: { answer: true, close: expect.any(String) } })
  const more = (await write(as.client1, id, 'Так когда?', { asks: true })).body.thread
  expect(more).toMatchObject({ state: 'open', closing: null })
  const entry_id = more.entries.at(-1)!.id
  // The question from before the dismissal is the open one again, and disappears with its entry.
  await as.client1(threads.withdraw, { params: { id: more.id, entry_id: again.entries.at(-1)!.id } })
  const left = await as.client1(threads.withdraw, { params: { id: more.id, entry_id } })
  expect(left.body.thread.state).toBe('answered')
})

test('a withdrawn answer is none: the question waits again, whoever asked since', async () => {
  const id = await newRequest()
  const { thread } = (await write(as.manager, id, 'Какие?', { asks: true })).body
  const last = async (api: Api, more: Body = {}) => (await write(api, id, 'Слова', more)).body.thread.entries.at(-1)!.id
  const withdraw = async (api: Api, entry_id: number) =>
    (await api(threads.withdraw, { params: { id: thread.id, entry_id } })).body.thread
  const said = await last(as.client1)
  await last(as.manager)
  expect(await withdraw(as.client1, said)).toMatchObject({ state: 'open', side: 'staff' })
  const counter = await last(as.client1, { asks: true })
  expect(await withdraw(as.client1, counter)).toMatchObject({ state: 'open', side: 'staff' })
  await as.manager(threads.turn, { params: { id: thread.id }, body: { state: 'closed' } })
  expect(await withdraw(as.client1, await last(as.client1))).toMatchObject({ state: 'closed' })
})

test('a client sees no trace of internal entries: no text, no count, no version, no file', async () => {
  const id = await newRequest()
  const file = await makeFile(product.deps.db, { uploaded_by: people.manager })
  const own = { internal: true, files: [file], mentions: [people.admin] }
  const { thread } = (await write(as.manager, id, 'канарейка', own)).body
  expect((await allOf(as.client1, id)).body).toEqual({ threads: [] })
  for (const call of [
    as.client1(threads.turn, { params: { id: thread.id }, body: { state: 'closed' } }),
    as.client1(threads.answer, { params: { id: thread.id }, body: { html: '<p>?</p>' } }),
    as.client1(threads.save, { params: { id: thread.id }, body: { owner: people.manager } }),
  ])
    expect((await call).status).toBe(404)
  expect((await as.client1(files.getFile, { params: { id: file } })).status).toBe(404)
  product.clock.set('2026-03-07T09:00:00.000Z')
  await write(as.client1, id, 'Что нового?')
  const before = await talkOf(as.client1, id)
  expect(before).toMatchObject({ user: { id: people.client1 }, created_at: before?.entries[0]?.created_at })
  product.clock.set('2026-03-08T09:00:00.000Z')
  await write(as.manager, id, 'канарейка', { internal: true, asks: true })
  expect(await talkOf(as.client1, id)).toEqual(before)
  expect((await talkOf(as.manager, id))?.entries.map(({ internal, asks }) => [internal, asks])).toEqual([
    [true, false],
    [false, false],
    [true, false],
  ])
  expect(JSON.stringify(await noticesTo(as.client1))).not.toContain('канарейка')
  expect((await write(as.client1, id, 'Своё', { internal: true })).status).toBe(403)
})

test('people who write or are mentioned follow the request, unless they opted out', async () => {
  const id = await newRequest()
  await as.admin(notices.watch, { params: { entity: 'request', id }, body: { watches: false } })
  await write(as.manager, id, 'Посмотрите', { mentions: [colleague, people.admin] })
  expect(await Promise.all([as.manager, as.colleague, as.admin].map((api) => watches(api, id)))).toEqual([
    true,
    true,
    false,
  ])
  expect((await noticesTo(as.colleague))[0]).toEqual(['mention', 'mentioned', 'Вас упомянули: Посмотрите'])
  expect((await noticesTo(as.client1))[0]).toEqual(['talk', 'author', 'В переписке: Посмотрите'])
  await write(as.client1, id, 'Готово')
  expect((await noticesTo(as.colleague))[0]).toEqual(['talk', 'watching', 'В переписке: Готово'])
  expect(JSON.stringify(await noticesTo(as.admin))).not.toContain('Готово')
})

test('people who are mentioned only when an entry is edited are notified and follow, each once', async () => {
  const id = await newRequest()
  const { thread } = (await write(as.manager, id, 'Смотрите', { mentions: [people.client1] })).body
  const entry_id = thread.entries[0]!.id
  const rewrite = (mentions: number[]) =>
    as.manager(threads.rewrite, { params: { id: thread.id, entry_id }, body: { html: '<p>Гляньте</p>', mentions } })
  const told = async (api: Api) => (await noticesTo(api)).filter(([, , text]) => text?.includes('Гляньте'))
  await rewrite([people.client1, colleague])
  expect(await told(as.colleague)).toEqual([['mention', 'mentioned', 'Вас упомянули: Гляньте']])
  expect(await watches(as.colleague, id)).toBe(true)
  await rewrite([people.client1, colleague])
  expect([await told(as.colleague), await told(as.client1)]).toMatchObject([[{}], []])
  // Words that are withdrawn are no longer read in this notice either.
  await as.manager(threads.withdraw, { params: { id: thread.id, entry_id } })
  expect(await told(as.colleague)).toEqual([])
  const inside = (await write(as.manager, id, 'Между нами', { internal: true })).body.thread.entries.at(-1)!
  const body = { html: '<p>Гляньте сюда</p>', mentions: [people.admin] }
  await as.manager(threads.rewrite, { params: { id: thread.id, entry_id: inside.id }, body })
  expect((await told(as.admin)).map(([kind]) => kind)).toEqual(['mention'])
  expect(await told(as.colleague)).toEqual([])
})

test('only readers can be mentioned: nobody of another company, and only staff in internal entries', async () => {
  const id = await newRequest()
  const offered = async (api: Api) => (await api(talks.people, { params: { id } })).body.people.map((one) => one.name)
  expect(await offered(as.client1)).toEqual(['Имя client1', 'Имя colleague'])
  expect(await offered(as.manager)).toEqual(expect.arrayContaining(['Имя client1', 'Имя admin']))
  expect(await offered(as.manager)).not.toContain('Имя client2')
  const refused = async (api: Api, more: Body) => {
    const { status, refusal } = await write(api, id, 'Слово', more)
    return [status, refusal.errors?.['mentions']?.length]
  }
  expect(await refused(as.manager, { mentions: [people.client2] })).toEqual([422, 1])
  expect(await refused(as.manager, { mentions: [people.client1], internal: true })).toEqual([422, 1])
  expect(await refused(as.client1, { mentions: [people.admin] })).toEqual([422, 1])
  await write(as.admin, id, 'Здравствуйте')
  expect(await offered(as.client1)).toEqual(['Имя client1', 'Имя colleague', 'Имя admin'])
})

test('own entries are edited over their version: others’ entries do not interfere, another window does', async () => {
  const id = await newRequest()
  const { thread } = (await write(as.client1, id, 'Рано')).body
  const [{ id: entry_id, version }] = thread.entries as [threads.Entry]
  await write(as.manager, id, 'Почему?')
  const rewrite = (html: string) =>
    as.client1(threads.rewrite, { params: { id: thread.id, entry_id }, body: { html: `<p>${html}</p>`, version } })
  const first = await rewrite('Рано утром')
  expect(first.body.thread.entries[0]).toMatchObject({ html: '<p>Рано утром</p>', edited_at: expect.any(String) })
  const second = await rewrite('Рано вечером')
  expect([second.status, second.refusal['current']]).toEqual([409, first.body.thread])
})

test('entries stay, whatever becomes of the request', async () => {
  const { db } = product.deps
  const id = await newRequest()
  await write(as.client1, id, 'Помните меня')
  const set = (deleted_at: string | null) =>
    db.updateTable('requests').set({ deleted_at, release_id: null }).where('id', '=', id).execute()
  await set('2026-03-08T09:00:00.000Z')
  expect((await allOf(as.manager, id)).status).toBe(404)
  await set(null)
  expect((await talkOf(as.manager, id))?.entries[0]?.html).toBe('<p>Помните меня</p>')
  expect((await as.manager(requests.getRequest, { params: { id } })).status).toBe(200)
})

test('the newest entries are given when so many are asked for, and how many there are before them', async () => {
  const id = await newRequest()
  await write(as.manager, id, 'Для своих', { internal: true })
  for (const words of ['Первое', 'Второе', 'Третье']) await write(as.client1, id, words)
  const lastOf = async (api: Api, last: number | null) => {
    const { body } = await api(threads.of, { params: { entity: 'request', id }, query: last === null ? {} : { last } })
    return body.threads.map(({ entries, earlier, user, created_at }) => ({
      words: entries.map(({ html }) => html.replaceAll(/<\/?p>/g, '')),
      earlier,
      begun: { user, created_at },
    }))[0]
  }
  const whole = await lastOf(as.client1, null)
  expect(whole).toMatchObject({ words: ['Первое', 'Второе', 'Третье'], earlier: 0 })
  // The conversation begins where it did, and entries that the reader may not know of are not counted.
  expect(await lastOf(as.client1, 2)).toEqual({ words: ['Второе', 'Третье'], earlier: 1, begun: whole?.begun })
  expect(await lastOf(as.client1, 3)).toEqual(whole)
  expect(await lastOf(as.manager, 2)).toMatchObject({ words: ['Второе', 'Третье'], earlier: 2 })
  expect(await lastOf(as.manager, null)).toMatchObject({
    words: ['Для своих', 'Первое', 'Второе', 'Третье'],
    earlier: 0,
  })
})

test('whoever writes gets back as many of the newest entries as they ask for', async () => {
  const id = await newRequest()
  const { thread } = (await write(as.client1, id, 'Первое')).body
  await write(as.client1, id, 'Второе')
  const params = { id: thread.id }
  const query = { last: 2 }
  const shownOf = ({ entries, earlier }: threads.Thread) => [...entries.map(({ html }) => html), earlier]
  const said = await as.client1(talks.say, { params: { id }, query, body: { html: '<p>Третье</p>', asks: true } })
  expect(shownOf(said.body.thread)).toEqual(['<p>Второе</p>', '<p>Третье</p>', 1])
  const answered = await as.manager(threads.answer, { params, query, body: { html: '<p>Ответ</p>', internal: true } })
  expect(shownOf(answered.body.thread)).toEqual(['<p>Третье</p>', '<p>Ответ</p>', 2])
  const [{ id: entry_id, version }] = said.body.thread.entries.slice(-1) as [threads.Entry]
  const rewrite = (of: number) =>
    as.client1(threads.rewrite, {
      params: { ...params, entry_id },
      query,
      body: { html: '<p>Иначе</p>', version: of },
    })
  expect(shownOf((await rewrite(version)).body.thread)).toEqual(['<p>Второе</p>', '<p>Иначе</p>', 1])
  expect(shownOf((await rewrite(version)).refusal['current'] as threads.Thread)).toHaveLength(3)
  const turn = (of: number) => as.manager(threads.turn, { params, query, body: { state: 'closed', version: of } })
  expect(shownOf((await turn(thread.version)).refusal['current'] as threads.Thread)).toHaveLength(3)
  const { version: current } = (await talkOf(as.manager, id))!
  expect(shownOf((await turn(current)).body.thread)).toEqual(['<p>Иначе</p>', '<p>Ответ</p>', 2])
  const owned = await as.manager(threads.save, { params, query, body: { owner: people.admin, version: current + 1 } })
  expect(shownOf(owned.body.thread)).toHaveLength(3)
  const withdrawn = await as.client1(threads.withdraw, { params: { ...params, entry_id }, query })
  expect(shownOf(withdrawn.body.thread)).toEqual(['<p>Второе</p>', '', 1])
})
