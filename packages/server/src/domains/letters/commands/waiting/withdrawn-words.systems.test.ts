import { expect, test } from 'vitest'
import { notices, talks, threads } from '@vypusk/contract'
import type { Api } from '../../../../testing/app.ts'
import { allCome, emptyBox, letterWorld, newAgreement, send } from '../../../../testing/letters.ts'
import { makePerson, makeRequest } from '../../../../testing/making/make.ts'
import { clear, noticesOf, watch } from '../../../../testing/notices.ts'
import { deliverNow } from '../../../../testing/once-free.ts'
import { sendDigests } from '../../../notices/commands/digest.ts'
import { sendHeld } from '../holding/holding.ts'

/** Words that are withdrawn while a letter waits for the mail server are not in it any more. */

const world = letterWorld()
const GONE = 'Сообщение отозвали до того, как письмо ушло'

const hold = () => {
  world.smtp.answer = () => ({ responseCode: 451, message: 'Later' })
}
async function goOn(): Promise<void> {
  const { db } = world.product.deps
  await allCome(world)
  world.smtp.answer = () => undefined
  const waiting = await db.selectFrom('deliveries').select('id').where('state', '=', 'queued').orderBy('id').execute()
  for (const { id } of waiting) await deliverNow(world.product.deps, id)
}
const textsTo = (address: string) =>
  world.smtp.received.flatMap(({ to, mail }) => (to === address ? [mail.text ?? ''] : []))
const withdraw = (api: Api, id: number, entry_id: number) => api(threads.withdraw, { params: { id, entry_id } })
const html = (text: string) => `<p>${text}</p>`
const raise = async (api: Api, id: number, text: string) =>
  (await api(threads.raise, { params: { entity: 'agreement', id }, body: { html: html(text), blocks: true } })).body
    .thread
const answer = async (api: Api, id: number, text: string) =>
  (await api(threads.answer, { params: { id }, body: { html: html(text) } })).body.thread
/** The time in which letters are collected has passed. */
async function collected() {
  const { clock, deps } = world.product
  clock.set(new Date(clock.now().getTime() + 11 * 60_000).toISOString())
  await sendHeld(deps)
}
const endsOf = (kind: string) =>
  world.product.deps.db
    .selectFrom('deliveries as d')
    .innerJoin('letters as l', 'l.id', 'd.letter_id')
    .select(['d.target', 'd.state', 'd.needless', 'd.last_error'])
    .where('l.kind', '=', kind)
    .orderBy('d.id', 'desc')
    .execute()

async function sentAgreement() {
  const id = await newAgreement(world)
  await send(world, id)
  await collected()
  await emptyBox(world)
  return id
}

test('a remark that was withdrawn is sent to nobody, neither as a letter nor as a notice', async () => {
  const id = await sentAgreement()
  await makePerson(world.product.deps.db, 'watcher', { isRivc: true })
  const watcher = await world.product.as('watcher')
  const kinds = [{ kind: 'remark' as const, screen: true, letter: true, digest: false }]
  await watcher(notices.saveSettings, { body: { kinds, digest_time: '09:00' } })
  await watch(watcher, 'agreement', id)
  hold()
  const thread = await raise(world.client1, id, 'канарейка')
  await withdraw(world.client1, thread.id, thread.entries[0]!.id)
  await goOn()
  expect(JSON.stringify(world.smtp.received.map(({ mail }) => mail.text))).not.toContain('канарейка')
  const gone = { state: 'failed', needless: true, last_error: GONE }
  const ends = await endsOf('thread.raised')
  expect(ends.map(({ target }) => target).toSorted()).toEqual([
    'admin@example.ru',
    'manager@example.ru',
    'watcher@example.ru',
  ])
  for (const end of ends) expect(end).toMatchObject(gone)
})

test('a letter with several answers is sent without the one that was withdrawn, with its own link', async () => {
  const id = await sentAgreement()
  const { id: thread_id } = await raise(world.client1, id, 'Когда?')
  await answer(world.manager, thread_id, 'Завтра')
  await answer(world.manager, thread_id, 'Утром')
  const { entries } = await answer(world.manager, thread_id, 'канарейка')
  await emptyBox(world)
  hold()
  await collected()
  await allCome(world)
  await withdraw(world.manager, thread_id, entries.at(-1)!.id)
  await goOn()
  const [text] = textsTo('client1@example.ru')
  expect(text).toContain('Утром')
  expect(text).toContain('Имя manager')
  expect(text).toMatch(/\/approve\/[\w-]{43}/)
  expect(text).not.toContain('канарейка')
})

test('of a conversation each reader gets what is left; nothing is sent once nothing is', async () => {
  const { client1, company1, module } = world.people
  const row = { author_id: client1, idcomp: company1, idmod: module, e_title: 'Печать форм' }
  const id = await makeRequest(world.product.deps.db, row)
  const say = async (text: string) =>
    (await world.manager(talks.say, { params: { id }, body: { html: html(text) } })).body.thread
  hold()
  const first = await say('канарейка')
  await say('Второе')
  const { entries } = await say('канарейка')
  await collected()
  await allCome(world)
  for (const entry of [first.entries[0]!, entries.at(-1)!]) await withdraw(world.manager, first.id, entry.id)
  await goOn()
  const texts = textsTo('client1@example.ru')
  expect(texts).toHaveLength(1)
  expect(texts[0]).toMatch(/Второе[\s\S]*clientRequests\?open=/)
  expect(texts[0]).not.toContain('канарейка')
  expect(await endsOf('thread.said')).toContainEqual({
    target: 'client1@example.ru',
    state: 'failed',
    needless: true,
    last_error: GONE,
  })
})

test('an answer to a remark that was withdrawn no longer quotes it', async () => {
  const id = await sentAgreement()
  const { id: thread_id, entries } = await raise(world.client1, id, 'канарейка')
  await emptyBox(world)
  hold()
  await answer(world.manager, thread_id, 'Уточним')
  await withdraw(world.client1, thread_id, entries[0]!.id)
  await goOn()
  const text = textsTo('client1@example.ru').find((each) => each.includes('Уточним'))
  expect(text).toContain('Сообщение отозвано')
  expect(text).not.toContain('канарейка')
})

test('whom a remark was given reads no withdrawn words behind the bell', async () => {
  const id = await sentAgreement()
  const { id: thread_id, entries } = await raise(world.client1, id, 'канарейка')
  const { admin } = world.people
  await world.manager(threads.save, { params: { id: thread_id }, body: { owner: admin } })
  await withdraw(world.client1, thread_id, entries[0]!.id)
  const texts = (await noticesOf(world.admin)).map(({ text }) => text)
  expect(texts.join()).toContain('Сообщение отозвано')
  expect(texts.join()).not.toContain('канарейка')
})

test('the daily letter says of withdrawn words only that they were, and nothing that was read or lost', async () => {
  const kinds = [{ kind: 'talk' as const, screen: true, letter: false, digest: true }]
  const { clock, deps } = world.product
  const { client1, company1, module } = world.people
  await world.client1(notices.saveSettings, { body: { kinds, digest_time: '09:00' } })
  await clear(world.client1)
  const row = { author_id: client1, idcomp: company1, idmod: module }
  const say = async (e_title: string, text: string) => {
    const id = await makeRequest(deps.db, { ...row, e_title })
    await world.client1(notices.watch, { params: { entity: 'request', id }, body: { watches: true } })
    const { thread } = (await world.manager(talks.say, { params: { id }, body: { html: html(text) } })).body
    return { id, thread }
  }
  const [withdrawn, lost] = [await say('Печать форм', 'канарейка'), await say('Отчёт', 'Сделаем')]
  await say('Выгрузка', 'Готово')
  await allCome(world)
  hold()
  clock.set(new Date(clock.now().getTime() + 86_400_000).toISOString())
  await sendDigests(deps)
  await allCome(world)
  clock.set(new Date(clock.now().getTime() - 86_400_000).toISOString())
  await withdraw(world.manager, withdrawn.thread.id, withdrawn.thread.entries[0]!.id)
  await deps.db.updateTable('requests').set({ idcomp: world.people.company2 }).where('id', '=', lost.id).execute()
  const behindBell = await noticesOf(world.client1)
  const ids = behindBell.flatMap(({ id, title }) => (title === 'Выгрузка' ? [id] : []))
  expect(ids).toHaveLength(1)
  await world.client1(notices.read, { body: { ids, read: true } })
  world.smtp.received.length = 0
  await goOn()
  const daily = textsTo('client1@example.ru').find((text) => text.includes('непрочитанн'))
  expect(daily).toContain('Сообщение отозвано')
  expect(daily).not.toMatch(/канарейка|Сделаем|Готово/)
})
