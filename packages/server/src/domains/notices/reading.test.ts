import { afterAll, beforeAll, expect, test } from 'vitest'
import { notices, registry } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makeEntry, makePeople } from '../../testing/making/make.ts'
import { noticesOf, unread } from '../../testing/notices.ts'
import { forgetOld } from './commands/sweeping.ts'

/** Reading notices, and choosing how to be notified. */

let product: TestApp
let people: Awaited<ReturnType<typeof makePeople>>
let [manager, client1] = [] as unknown as [Api, Api]
let entry: number
beforeAll(async () => {
  product = await testApp()
  people = await makePeople(product.deps.db)
  ;[manager, client1] = await Promise.all([product.as('manager'), product.as('client1')])
  entry = await makeEntry(product.deps.db, { author_id: people.client1, idcomp: people.company1 })
})
afterAll(() => product.close())

const addComment = (comment: string, mentions: number[] = []) =>
  manager(registry.addComment, { body: { id: entry, comment, mentions } })

test('the list is endless, and a page never repeats a notice', async () => {
  for (const comment of ['Раз', 'Два', 'Три', 'Четыре', 'Пять']) await addComment(comment)
  const first = (await client1(notices.list, { query: { per_page: 2 } })).body
  expect(first.notices.map(({ text }) => text)).toEqual(['Комментарий: Пять', 'Комментарий: Четыре'])
  expect(first.unread).toBe(5)
  const second = (await client1(notices.list, { query: { per_page: 2, before: first.next! } })).body
  const third = (await client1(notices.list, { query: { per_page: 2, before: second.next! } })).body
  expect([...second.notices, ...third.notices].map(({ text }) => text)).toEqual([
    'Комментарий: Три',
    'Комментарий: Два',
    'Комментарий: Раз',
  ])
  expect(third.next).toBeNull()
})

test('one notice is marked read and unread, and all are read up to the one that was seen', async () => {
  const [newest, older] = await noticesOf(client1)
  const mark = (body: { ids: number[]; read: boolean } | { until: number }) => client1(notices.read, { body })
  expect((await mark({ ids: [older!.id], read: true })).body.unread).toBe(4)
  expect((await noticesOf(client1, { unread: 'true' })).map(({ id }) => id)).not.toContain(older!.id)
  expect((await mark({ ids: [older!.id], read: false })).body.unread).toBe(5)
  await addComment('После взгляда')
  expect((await mark({ until: newest!.id })).body.unread).toBe(1)
  expect((await noticesOf(client1, { unread: 'true' })).map(({ text }) => text)).toEqual(['Комментарий: После взгляда'])
})

test("another's notices are neither shown nor marked", async () => {
  const [own] = await noticesOf(client1, { unread: 'true' })
  expect((await noticesOf(manager)).map(({ id }) => id)).not.toContain(own!.id)
  await manager(notices.read, { body: { ids: [own!.id], read: true } })
  await manager(notices.read, { body: { until: own!.id } })
  expect(await unread(client1)).toBe(1)
})

test('settings are stored for each kind, and nothing of a kind that is off is shown', async () => {
  const before = (await client1(notices.getSettings)).body
  expect(before).toMatchObject({ digest_time: '09:00', email: 'client1@example.ru' })
  expect(before.kinds.map(({ kind }) => kind)).not.toContain('delivery')
  expect((await (await product.as('client2'))(notices.getSettings)).body.kinds.map(({ kind }) => kind)).not.toContain(
    'comment',
  )
  const off = { kind: 'comment', screen: false, letter: false, digest: false } as const
  await client1(notices.saveSettings, { body: { kinds: [off], digest_time: '18:30' } })
  const after = (await client1(notices.getSettings)).body
  expect(after.digest_time).toBe('18:30')
  expect(after.kinds.find(({ kind }) => kind === 'comment')).toMatchObject(off)
  expect(after.kinds.find(({ kind }) => kind === 'mention')).toMatchObject({ screen: true, letter: true })
  await addComment('Не для экрана')
  expect((await noticesOf(client1))[0]?.text).toBe('Комментарий: После взгляда')
  await client1(notices.saveSettings, { body: { kinds: [{ ...off, screen: true }], digest_time: '09:00' } })
})

test('an event handled twice at once makes one notice', async () => {
  const { db } = product.deps
  const same = await db
    .selectFrom('notices')
    .select(['user_id', 'event_id', 'kind', 'reason', 'entity', 'entity_id', 'text', 'doer', 'screen', 'at'])
    .where('user_id', '=', people.client1)
    .limit(1)
    .executeTakeFirstOrThrow()
  const again = db.insertInto('notices').values(same).execute()
  await expect(again).rejects.toThrow('notices_once')
})

test('read notices are deleted after a season, unread ones after a year', async () => {
  const DAY_MS = 24 * 3600 * 1000
  const { clock, deps } = product
  // Read from the database, because no session lives that long.
  const texts = async () => {
    const rows = await deps.db
      .selectFrom('notices')
      .select('text')
      .where('user_id', '=', people.client1)
      .where('kind', '=', 'mention')
      .orderBy('id', 'desc')
      .execute()
    return rows.map(({ text }) => text)
  }
  const later = async (days: number) => {
    clock.set(new Date(clock.now().getTime() + days * DAY_MS).toISOString())
    await forgetOld(deps)
  }
  await addComment('Прочитано', [people.client1])
  const [read] = await noticesOf(client1)
  await addComment('Не прочитано', [people.client1])
  await client1(notices.read, { body: { ids: [read!.id], read: true } })
  await later(89)
  expect(await texts()).toEqual(['Вас упомянули: Не прочитано', 'Вас упомянули: Прочитано'])
  await later(2)
  expect(await texts()).toEqual(['Вас упомянули: Не прочитано'])
  await later(273)
  expect(await texts()).toEqual(['Вас упомянули: Не прочитано'])
  await later(2)
  expect(await texts()).toEqual([])
})
