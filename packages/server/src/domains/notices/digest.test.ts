import { beforeEach, expect, test } from 'vitest'
import { notices, registry } from '@vypusk/contract'
import { allCome, emptyBox, letterWorld } from '../../testing/letters.ts'
import { makeEntry, makePerson } from '../../testing/making/make.ts'
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
