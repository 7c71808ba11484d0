import { expect, test } from 'vitest'
import { letters, notices, registry } from '@vypusk/contract'
import { allCome, emptyBox, letterWorld } from '../../testing/letters.ts'
import { makeEntry, makePerson } from '../../testing/making/make.ts'
import { deliverNow } from '../../testing/once-free.ts'
import { sendDigests } from './commands/digest.ts'

/** What a letter would have told that never arrived. */

const world = letterWorld()
const READER = 'reader@example.ru'
const at = (day: number, hour: number) => world.product.clock.set(new Date(2026, 2, 6 + day, hour).toISOString())

/** The reader's daily letters, oldest first. */
const daily = () =>
  world.product.deps.db
    .selectFrom('deliveries as d')
    .innerJoin('letters as l', 'l.id', 'd.letter_id')
    .select(['d.id', 'd.state', 'd.needless', 'd.last_error'])
    .where('l.kind', '=', 'notices.digest')
    .where('d.target', '=', READER)
    .orderBy('d.id')
    .execute()

async function digestOn(day: number, mail: 'refuses' | 'accepts') {
  at(day, 18)
  world.smtp.answer = () => (mail === 'refuses' ? { responseCode: 550, message: 'No such user' } : undefined)
  await sendDigests(world.product.deps)
  const last = (await daily()).at(-1)
  if (last?.state === 'queued') await deliverNow(world.product.deps, last.id)
}

/** The texts of the letters that the reader got since the last look. */
async function got(): Promise<string[]> {
  const texts = world.smtp.received.flatMap(({ to, mail }) => (to === READER ? [mail.text ?? ''] : []))
  await emptyBox(world)
  return texts
}

test('is in the next one, once; repeating the one that failed tells nothing twice', async () => {
  const { deps } = world.product
  const { company1: idcomp } = world.people
  const author_id = await makePerson(deps.db, 'reader', { idcomp, can_enter_registry: true })
  const entry = await makeEntry(deps.db, { author_id, idcomp })
  const comment = async (text: string) =>
    (await world.product.as('manager'))(registry.addComment, { body: { id: entry, comment: text, mentions: [] } })

  at(0, 12)
  const reader = await world.product.as('reader')
  await reader(notices.saveSettings, { body: { kinds: [], digest_time: '18:00' } })
  await comment('Первый вопрос')
  await digestOn(0, 'refuses')
  expect(await daily()).toMatchObject([{ state: 'failed', needless: false }])
  expect(await got()).toEqual([])

  at(1, 12)
  await comment('Второй вопрос')
  await digestOn(1, 'accepts')
  expect(await got()).toEqual([expect.stringMatching(/Второй вопрос[\s\S]*Первый вопрос/)])

  const [failed] = await daily()
  await (
    await world.product.as('admin')
  )(letters.retryDelivery, { params: { id: failed!.id } })
  expect((await daily())[0]).toMatchObject({
    state: 'failed',
    needless: true,
    last_error: 'О непрочитанном из этого письма сказала следующая сводка',
  })
  expect(await got()).toEqual([])

  at(2, 12)
  await comment('Третий вопрос')
  await digestOn(2, 'accepts')
  const [third, ...others] = await got()
  expect(others).toEqual([])
  expect(third).toContain('Третий вопрос')
  expect(third).not.toMatch(/Первый|Второй/)
})

test('what a letter at once failed to tell is in the daily one, once, unless it was lost long ago', async () => {
  const { deps } = world.product
  const { company1: idcomp } = world.people
  const author_id = await makePerson(deps.db, 'reader2', { idcomp, can_enter_registry: true })
  const entry = await makeEntry(deps.db, { author_id, idcomp })
  const target = 'reader2@example.ru'
  const reader = await world.product.as('reader2')
  const kinds = [{ kind: 'comment' as const, screen: true, letter: true, digest: true }]
  await reader(notices.saveSettings, { body: { kinds, digest_time: '18:00' } })
  const comment = async (text: string) => {
    await (
      await world.product.as('manager')
    )(registry.addComment, { body: { id: entry, comment: text, mentions: [] } })
    await emptyBox(world)
  }
  const digests = async () => {
    await sendDigests(deps)
    await allCome(world)
    const texts = world.smtp.received.flatMap(({ to, mail }) => (to === target ? [mail.text ?? ''] : []))
    await emptyBox(world)
    return texts
  }
  world.smtp.answer = (address) => (address === target ? { responseCode: 550, message: 'Full' } : undefined)
  at(10, 12)
  await comment('Давний вопрос')
  at(50, 11)
  await comment('Первый вопрос')
  world.smtp.answer = () => undefined
  await comment('Второй вопрос')
  at(50, 18)
  const [daily_letter, ...more] = await digests()
  expect(more).toEqual([])
  expect(daily_letter).toContain('Первый вопрос')
  expect(daily_letter).not.toMatch(/Второй|Давний/)
  at(51, 18)
  expect(await digests()).toEqual([])
})
