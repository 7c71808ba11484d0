import { expect, test } from 'vitest'
import { notices, talks, threads, type BodyInput } from '@vypusk/contract'
import type { Api } from '../../../testing/app.ts'
import { emptyBox, letterWorld } from '../../../testing/letters.ts'
import { makeRequest } from '../../../testing/making/make.ts'
import { sendHeld } from './holding/holding.ts'

/** Who gets letters about a request's conversation, when, and with what content. */

const world = letterWorld()

const newRequest = () => {
  const { client1, company1, module } = world.people
  const row = { author_id: client1, idcomp: company1, idmod: module, e_title: 'Печать форм' }
  return makeRequest(world.product.deps.db, row)
}
const write = async (api: Api, id: number, text: string, more: Omit<BodyInput<typeof talks.say>, 'html'> = {}) =>
  (await api(talks.say, { params: { id }, body: { html: `<p>${text}</p>`, ...more } })).body
const addressed = () => world.smtp.received.map(({ to }) => to).toSorted()
const later = async (minutes: number) => {
  const { clock, deps } = world.product
  clock.set(new Date(clock.now().getTime() + minutes * 60_000).toISOString())
  await sendHeld(deps)
}
const lettersOf = async (id: number) => {
  const rows = await world.product.deps.db
    .selectFrom('letters as l')
    .innerJoin('deliveries as d', 'd.letter_id', 'l.id')
    .select(['d.target', 'l.text'])
    .where('l.entity', '=', 'request')
    .where('l.entity_id', '=', id)
    .orderBy('d.id')
    .execute()
  return rows.map(({ target, text }) => ({ target, text }))
}

test('the author is notified of staff’s entries at once, staff who have written of the answer', async () => {
  const id = await newRequest()
  expect((await write(world.manager, id, 'Какие формы?')).mail).toBe('sent')
  expect(addressed()).toEqual(['client1@example.ru'])
  expect(world.smtp.received[0]?.mail.text).toMatch(/Имя manager:\s+Какие формы\?[\s\S]*clientRequests\?open=/)
  await emptyBox(world)
  await later(11)
  await write(world.client1, id, 'Все')
  expect(addressed()).toEqual(['manager@example.ru'])
})

test('entries that follow closely are sent in one letter, without those withdrawn meanwhile', async () => {
  const id = await newRequest()
  await write(world.manager, id, 'Первое')
  await write(world.manager, id, 'Второе')
  const { thread } = await write(world.manager, id, 'Третье')
  await world.manager(threads.withdraw, { params: { id: thread.id, entry_id: thread.entries[2]!.id } })
  await write(world.client1, id, 'Моё')
  expect(await lettersOf(id)).toHaveLength(1)
  await later(11)
  const [, ...collected] = await lettersOf(id)
  expect(collected.map(({ target }) => target).toSorted()).toEqual(['client1@example.ru', 'manager@example.ru'])
  const toClient = collected.find(({ target }) => target.startsWith('client1'))?.text
  expect(toClient).toContain('Второе')
  expect(toClient).not.toMatch(/Третье|Моё/)
})

test('entries of two people of one name stand under the name of each', async () => {
  const id = await newRequest()
  const { db } = world.product.deps
  await db.updateTable('users').set({ name: 'Имя manager' }).where('login', '=', 'admin').execute()
  await write(world.manager, id, 'Раз')
  await write(world.manager, id, 'Сделаю завтра')
  await write(world.admin, id, 'Не делайте')
  await later(11)
  await db.updateTable('users').set({ name: 'Имя admin' }).where('login', '=', 'admin').execute()
  const text = (await lettersOf(id)).findLast(({ target }) => target.startsWith('client1'))?.text
  expect(text).toMatch(/Имя manager:\s+Сделаю завтра\s+Имя manager:\s+Не делайте/)
})

test('internal entries are sent to staff only, and do not delay a client’s letter', async () => {
  const id = await newRequest()
  await write(world.admin, id, 'Возьмусь')
  await later(11)
  const before = (await lettersOf(id)).length
  await write(world.manager, id, 'канарейка', { internal: true, mentions: [world.people.admin] })
  await write(world.manager, id, 'Уточним')
  const after = (await lettersOf(id)).slice(before)
  expect(after.filter(({ text }) => text.includes('канарейка')).map(({ target }) => target)).toEqual([
    'admin@example.ru',
  ])
  expect(after.find(({ target }) => target === 'client1@example.ru')?.text).toContain('Уточним')
})

test('people who no longer follow it, or want no such letters, get none', async () => {
  const id = await newRequest()
  await world.client1(notices.watch, { params: { entity: 'request', id }, body: { watches: false } })
  await write(world.manager, id, 'Раз')
  expect(addressed()).toEqual([])
  await world.client1(notices.watch, { params: { entity: 'request', id }, body: { watches: true } })
  const talk = { kind: 'talk', screen: true, letter: false, digest: false } as const
  await world.client1(notices.saveSettings, { body: { kinds: [talk], digest_time: '09:00' } })
  await later(11)
  await write(world.manager, id, 'Два')
  expect(addressed()).toEqual([])
})
