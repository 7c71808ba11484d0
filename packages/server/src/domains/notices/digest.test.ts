import { beforeEach, expect, test } from 'vitest'
import { notices, registry } from '@vypusk/contract'
import { allCome, emptyBox, letterWorld } from '../../testing/letters.ts'
import { makeEntry, makePerson } from '../../testing/making/make.ts'
import { watch } from '../../testing/notices.ts'
import { deliverNow } from '../../testing/once-free.ts'
import { sendDigests } from './commands/digest.ts'

/** When the daily letter comes. */

const world = letterWorld()
let serial = 0
let entry: number
/** Every test begins a week later. */
const moment = (day: number, hour: number, minute = 0) =>
  new Date(2026, 2, 6 + 7 * serial + day, hour, minute).toISOString()
const at = (...when: Parameters<typeof moment>) => world.product.clock.set(moment(...when))

beforeEach(async () => {
  serial += 1
  at(0, 12)
  const { deps } = world.product
  const { company1: idcomp, client1 } = world.people
  // Whatever the test before left unread is no matter of this one.
  await deps.db
    .updateTable('notices')
    .set({ read_at: moment(0, 12) })
    .where('read_at', 'is', null)
    .execute()
  const author_id = await makePerson(deps.db, `reader${serial}`, { idcomp, can_enter_registry: true })
  entry = await makeEntry(deps.db, { author_id, idcomp })
  await deps.db.updateTable('users').set({ is_blocked: true }).where('id', '=', client1).execute()
})

// Sessions do not last a week.
const comment = async (text: string) =>
  (await world.product.as('manager'))(registry.addComment, { body: { id: entry, comment: text, mentions: [] } })
const choose = async (digest_time: string) =>
  (await world.product.as(`reader${serial}`))(notices.saveSettings, { body: { kinds: [], digest_time } })
/** @returns the subjects of the reader's letters that this time brings */
async function sentAt(...when: Parameters<typeof moment>): Promise<string[]> {
  at(...when)
  await sendDigests(world.product.deps)
  await allCome(world)
  const own = world.smtp.received.filter(({ to }) => to === `reader${serial}@example.ru`)
  await emptyBox(world)
  return own.map(({ mail }) => mail.subject ?? '')
}

test('a letter for the last minutes of a day comes after midnight, once, and is for that day', async () => {
  await choose('23:58')
  await comment('Вопрос')
  expect(await sentAt(0, 23, 55)).toEqual([])
  expect(await sentAt(1, 0, 0)).toEqual(['Сводка за 13.03.2026: 1 непрочитанное уведомление'])
  await comment('Ночной вопрос')
  expect(await sentAt(1, 0, 5)).toEqual([])
  expect(await sentAt(2, 0, 0)).toEqual(['Сводка за 14.03.2026: 1 непрочитанное уведомление'])
})

test('a letter that was missed comes when the product is back; news from after its time waits', async () => {
  await choose('20:00')
  await comment('Вопрос')
  expect(await sentAt(1, 7)).toHaveLength(1)
  await comment('Утренний вопрос')
  expect(await sentAt(1, 12)).toEqual([])
  expect(await sentAt(1, 20)).toHaveLength(1)
  at(1, 21)
  await comment('Вечерний вопрос')
  expect(await sentAt(2, 7)).toEqual([])
  expect(await sentAt(2, 20)).toHaveLength(1)
})

test('whoever chooses a time that is still to come gets no letter for yesterday', async () => {
  await comment('Вчерашний вопрос')
  at(1, 7)
  await choose('23:00')
  expect(await sentAt(1, 7, 5)).toEqual([])
  expect(await sentAt(1, 23)).toHaveLength(1)
})

test('what is only for the daily letter is in it, even if everything behind the bell was read', async () => {
  const reader = await world.product.as(`reader${serial}`)
  const comments = { kind: 'comment', screen: false, letter: false, digest: true } as const
  await reader(notices.saveSettings, { body: { kinds: [comments], digest_time: '18:00' } })
  await comment('Вопрос')
  await reader(notices.read, { body: { until: 2_000_000_000 } })
  expect(await sentAt(0, 18)).toHaveLength(1)
})

/** The reader gets a letter at once about what mentions them. */
const mention = async (text: string) => {
  const { id } = await readerRow()
  await (
    await world.product.as('manager')
  )(registry.addComment, { body: { id: entry, comment: text, mentions: [id] } })
  await allCome(world)
}
const readerRow = () =>
  world.product.deps.db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('login', '=', `reader${serial}`)
    .executeTakeFirstOrThrow()
const moveTo = (login: string, email: string) =>
  world.product.deps.db.updateTable('users').set({ email }).where('login', '=', login).execute()
const textsTo = (address: string) =>
  world.smtp.received.flatMap(({ to, mail }) => (to === address ? [`${mail.subject} ${mail.text}`] : []))
const digestAt = async (...when: Parameters<typeof moment>) => {
  at(...when)
  await sendDigests(world.product.deps)
  await allCome(world)
}

test('what was sent to a former address is not told again, and what did not arrive there is', async () => {
  const mentions = { kind: 'mention', screen: true, letter: true, digest: true } as const
  const reader = await world.product.as(`reader${serial}`)
  await reader(notices.saveSettings, { body: { kinds: [mentions], digest_time: '18:00' } })
  await mention('Пришло')
  world.smtp.answer = () => ({ responseCode: 451, message: 'Later' })
  await mention('Не дошло')
  world.smtp.answer = () => undefined
  await moveTo(`reader${serial}`, `moved${serial}@example.ru`)
  await digestAt(0, 18)
  const [digest, ...others] = textsTo(`moved${serial}@example.ru`)
  expect(others).toEqual([])
  expect(digest).toMatch(/1 непрочитанное[\s\S]*Не дошло/)
  expect(digest).not.toContain('Пришло')
})

test('letters to somebody else, who has the address now or had it, are not the reader’s', async () => {
  const { deps } = world.product
  const { company1: idcomp } = world.people
  await makePerson(deps.db, `other${serial}`, { idcomp, can_enter_registry: true })
  const other = await world.product.as(`other${serial}`)
  await watch(other, 'registry_entry', entry)
  const comments = { kind: 'comment', screen: true, letter: true, digest: false } as const
  await other(notices.saveSettings, { body: { kinds: [comments], digest_time: '18:00' } })
  await choose('18:00')
  await comment('Обоим')
  await emptyBox(world)
  await moveTo(`other${serial}`, `elsewhere${serial}@example.ru`)
  await moveTo(`reader${serial}`, `other${serial}@example.ru`)
  await digestAt(0, 18)
  expect(textsTo(`other${serial}@example.ru`)).toEqual([expect.stringContaining('Обоим')])
})

test('a daily letter that waits goes to the address that its person has by then', async () => {
  await choose('18:00')
  await comment('Вопрос')
  world.smtp.answer = () => ({ responseCode: 451, message: 'Later' })
  await digestAt(0, 18)
  await moveTo(`reader${serial}`, `moved${serial}@example.ru`)
  world.smtp.answer = () => undefined
  const { id } = await readerRow()
  const waiting = await world.product.deps.db
    .selectFrom('deliveries')
    .select('id')
    .where('entity', '=', 'notice')
    .where('entity_id', '=', id)
    .execute()
  for (const { id: delivery_id } of waiting) await deliverNow(world.product.deps, delivery_id)
  expect(textsTo(`moved${serial}@example.ru`)).toEqual([expect.stringContaining('Вопрос')])
})
