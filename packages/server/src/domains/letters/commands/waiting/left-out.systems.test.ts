import { expect, test } from 'vitest'
import { letters, publications, releases } from '@vypusk/contract'
import { UNSURE } from '../../../../platform/unsure.ts'
import { makePerson } from '../../../../testing/making/make.ts'
import { noticesOf } from '../../../../testing/notices.ts'
import { deliverNow } from '../../../../testing/once-free.ts'
import { draftOf, lettersAbout, newRelease, publish, publishWorldWithMail } from '../../../../testing/publishing.ts'
import { resumeLetters } from './resuming.ts'

/** A release that was hidden just when the letter of its publication could be sent. */

const world = publishWorldWithMail()

const show = (id: number, is_visible_for_client: boolean) =>
  world.product.deps.db.updateTable('releases').set({ is_visible_for_client }).where('id', '=', id).execute()

/** The mail server accepts letters again, and all waiting ones are tried. */
async function tryAll(id: number) {
  world.smtp.answer = () => undefined
  const { body } = await world.manager(publications.getPublication, { params: { id } })
  for (const { id: delivery_id, state } of body.deliveries)
    if (state === 'queued') await deliverNow(world.product.deps, delivery_id)
}
/** What is due by the clock, by two processes at once, and then sent. */
async function resume(id: number) {
  await Promise.all([resumeLetters(world.product.deps), resumeLetters(world.product.deps)])
  await tryAll(id)
}
const subjectsTo = (address: string) =>
  world.smtp.received.filter(({ to }) => to === address).map(({ mail }) => mail.subject)

/** Publishes two releases to the first company while the mail server accepts nothing. */
async function publishTwo(clients: number[] = [world.people.client1]) {
  const [kept, left] = [
    await newRelease(world, { title: 'Склад 5.8' }),
    await newRelease(world, { title: 'Касса 2.1' }),
  ]
  const item = (release: number) => ({ release, files: [], modules: [], customers: [world.people.company1] })
  const draft = await draftOf(world, { list: [item(kept), item(left)], recipients: { rivc: [], clients } })
  const { body } = await publish(world, draft)
  return { id: body.id, kept, left }
}

test('is told of when it is shown again, once', async () => {
  const { id, left } = await publishTwo()
  await show(left, false)
  await tryAll(id)
  await resume(id)
  expect(subjectsTo('client1@example.ru')).toEqual(['Опубликован релиз «Склад 5.8»'])
  await show(left, true)
  await resume(id)
  await show(left, false)
  await show(left, true)
  await resume(id)
  expect(subjectsTo('client1@example.ru')).toEqual(['Опубликован релиз «Склад 5.8»', 'Опубликован релиз «Касса 2.1»'])
})

test('both hidden for a while are told of one after the other, each once', async () => {
  const { id, kept, left } = await publishTwo()
  await show(left, false)
  await show(kept, false)
  await tryAll(id)
  expect(subjectsTo('client1@example.ru')).toEqual([])
  await show(left, true)
  await resume(id)
  await show(kept, true)
  await resume(id)
  await resume(id)
  expect(subjectsTo('client1@example.ru')).toEqual(['Опубликован релиз «Касса 2.1»', 'Опубликован релиз «Склад 5.8»'])
})

test('hidden again before its own letter left, it is told of by that letter alone', async () => {
  const { id, left } = await publishTwo()
  await show(left, false)
  await tryAll(id)
  world.smtp.answer = () => ({ responseCode: 451, message: 'Later' })
  await show(left, true)
  await resumeLetters(world.product.deps)
  await show(left, false)
  await tryAll(id)
  await resume(id)
  expect(subjectsTo('client1@example.ru')).toEqual(['Опубликован релиз «Склад 5.8»'])
  await show(left, true)
  await resume(id)
  expect(subjectsTo('client1@example.ru')).toEqual(['Опубликован релиз «Склад 5.8»', 'Опубликован релиз «Касса 2.1»'])
})

test('a letter that fell into the time when its company was hidden is sent when that is shown again', async () => {
  const { db } = world.product.deps
  const hide = async (isHidden: boolean) => {
    const deleted_at = isHidden ? '2026-03-05T09:00:00.000Z' : null
    await db.updateTable('companies').set({ deleted_at }).where('idcomp', '=', world.people.company1).execute()
    await db.updateTable('users').set({ is_blocked: isHidden }).where('id', '=', world.people.client1).execute()
  }
  const { id } = await publishTwo()
  await hide(true)
  await tryAll(id)
  await resume(id)
  expect(subjectsTo('client1@example.ru')).toEqual([])
  // Nobody of staff has to act on it.
  expect((await noticesOf(world.manager)).filter(({ kind }) => kind === 'delivery')).toEqual([])
  await hide(false)
  await resume(id)
  expect(subjectsTo('client1@example.ru')).toEqual(['Опубликованы релизы «Склад 5.8», «Касса 2.1»'])
})

test('of a publication that was withdrawn meanwhile, nothing more is told', async () => {
  const { id, left } = await publishTwo()
  await show(left, false)
  await tryAll(id)
  await world.manager(publications.withdraw, { params: { id }, body: { reason: 'Не та сборка' } })
  await show(left, true)
  await resume(id)
  const subjects = subjectsTo('client1@example.ru').filter((one) => !one?.includes('отозвана'))
  expect(subjects).toEqual(['Опубликован релиз «Склад 5.8»'])
})

test('a letter that waits for its release tells nothing of another one, which was hidden when both were published', async () => {
  const { people } = world
  const [hidden, shown] = [
    await newRelease(world, { title: 'Касса 2.1', is_visible_for_client: false }),
    await newRelease(world, { title: 'Склад 6.0' }),
  ]
  const item = (release: number) => ({ release, files: [], modules: [], customers: [people.company1] })
  const { body } = await publish(world, await draftOf(world, { list: [item(hidden), item(shown)] }))
  await show(shown, false)
  await tryAll(body.id)
  const dates = { start_date: '2026-03-01', plan_date: '2026-04-01' }
  const fields = { title: 'Касса 2.1', ...dates, companies: [people.company1], is_visible_for_client: true }
  await world.manager(releases.save, { params: { id: hidden }, body: fields })
  await resume(body.id)
  expect(subjectsTo('client1@example.ru')).toEqual(['Опубликован релиз «Касса 2.1»'])
  await show(shown, true)
  await resume(body.id)
  expect(subjectsTo('client1@example.ru')).toEqual(['Опубликован релиз «Касса 2.1»', 'Опубликован релиз «Склад 6.0»'])
})

test('each address is told of what it has not read; what each letter said is kept as it was sent', async () => {
  const { db } = world.product.deps
  const colleague = await makePerson(db, 'colleague', { isRivc: false, idcomp: world.people.company1 })
  const { id, left } = await publishTwo([world.people.client1, colleague])
  const { body } = await world.manager(publications.getPublication, { params: { id } })
  const first = body.deliveries.find(({ target }) => target === 'colleague@example.ru')
  world.smtp.answer = () => undefined
  await deliverNow(world.product.deps, first!.id)
  await show(left, false)
  await tryAll(id)
  await show(left, true)
  await resume(id)
  const both = 'Опубликованы релизы «Склад 5.8», «Касса 2.1»'
  expect(subjectsTo('colleague@example.ru')).toEqual([both])
  const kept = (await lettersAbout(world, id, 'publication.published')).map(
    ({ target, subject }) => `${target}: ${subject}`,
  )
  expect(new Set(kept)).toEqual(
    new Set([
      'client1@example.ru: Опубликован релиз «Касса 2.1»',
      'client1@example.ru: Опубликован релиз «Склад 5.8»',
      `colleague@example.ru: ${both}`,
    ]),
  )
  expect(kept).toHaveLength(3)
  const records = await db
    .selectFrom('history')
    .select(['chain', 'after'])
    .where('entity', '=', 'publication')
    .where('entity_id', '=', id)
    .where('field', '=', 'delivery')
    .execute()
  const told = records.filter(({ after }) => JSON.stringify(after).includes('client1@'))
  // In the chain of each release the letter that told of it.
  expect(
    told.map(({ chain, after }) => [chain?.startsWith(`${left}`), JSON.stringify(after).includes('Касса')]),
  ).toEqual([
    [false, false],
    [true, true],
  ])
})

test('what may have been sent before a restore is left to people once it is due', async () => {
  const { db } = world.product.deps
  const [part, whole] = [await publishTwo(), await publishTwo()]
  await show(part.left, false)
  await show(whole.left, false)
  await show(whole.kept, false)
  await tryAll(part.id)
  await tryAll(whole.id)
  // As a restore leaves it.
  await db.updateTable('letters_left_out').set({ is_unsure: true }).execute()
  await db.updateTable('deliveries').set({ last_error: UNSURE }).where('needless', '=', true).execute()
  await resume(part.id)
  const failed = async () =>
    (await noticesOf(world.manager)).filter(({ kind, text }) => kind === 'delivery' && text.includes('восстановлена'))
  expect(await failed()).toEqual([])
  for (const id of [part.left, whole.left, whole.kept]) await show(id, true)
  await resume(part.id)
  await resume(whole.id)
  expect(subjectsTo('client1@example.ru')).toEqual(['Опубликован релиз «Склад 5.8»'])
  expect(await failed()).toHaveLength(2)
  const { body } = await world.manager(publications.getPublication, { params: { id: part.id } })
  const unsure = body.deliveries.find(({ state }) => state === 'failed')
  await world.manager(letters.retryDelivery, { params: { id: unsure!.id } })
  expect(subjectsTo('client1@example.ru')).toEqual(['Опубликован релиз «Склад 5.8»', 'Опубликован релиз «Касса 2.1»'])
})
