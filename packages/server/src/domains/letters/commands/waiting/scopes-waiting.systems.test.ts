import { beforeEach, expect, test } from 'vitest'
import { adminLists, releases } from '@vypusk/contract'
import { allCome, letterWorld, read, send, update } from '../../../../testing/letters.ts'
import { deliverNow } from '../../../../testing/once-free.ts'
import {
  addToRelease,
  agreed,
  newScope,
  ownRequest,
  removeFromRelease,
  settle,
} from '../../../../testing/making/scopes.ts'
import { lookAtScopes } from '../../../agreements/commands/scope-changes.ts'
import { sendHeld } from '../holding/holding.ts'

/** Letters about a changed scope that wait for the mail server tell of the scope as it is when they leave. */

const world = letterWorld()
const KIND = 'agreement.scope_changed'
const SETTLED = 'agreement.scope_settled'
const AS_BEFORE = 'Состав снова тот, что был: сообщать не о чем'
const CHANGED_AGAIN = 'Состав с тех пор снова изменился: о нём уходит другое письмо'
beforeEach(() => {
  world.smtp.answer = () => undefined
})

const refuseMail = async () => {
  await allCome(world)
  world.smtp.answer = () => ({ responseCode: 451, message: 'Later' })
}
async function pass(minutes: number, stride = 1) {
  const { clock, deps } = world.product
  for (let n = 0; n < minutes; n += stride) {
    clock.set(new Date(clock.now().getTime() + stride * 60_000).toISOString())
    await lookAtScopes(deps)
    await sendHeld(deps)
  }
}

/** The mail server accepts letters again. @returns how the first letter of the kind ended, and its text */
async function leaves(id: number, kind = KIND) {
  await allCome(world)
  world.smtp.answer = () => undefined
  world.smtp.received.length = 0
  const { deps } = world.product
  const letter = await deps.db
    .selectFrom('deliveries as d')
    .innerJoin('letters as l', 'l.id', 'd.letter_id')
    .select('d.id')
    .where('l.entity_id', '=', id)
    .where('l.kind', '=', kind)
    .orderBy('d.id')
    .executeTakeFirstOrThrow()
  await deliverNow(deps, letter.id)
  const ended = await deps.db
    .selectFrom('deliveries')
    .select(['state', 'last_error'])
    .where('id', '=', letter.id)
    .executeTakeFirstOrThrow()
  return { ...ended, text: world.smtp.received[0]?.mail.text ?? '' }
}

/** A question about a scope to which a request was added, which waits for the mail server. */
async function waiting() {
  const { id, release_id } = await newScope(world)
  await send(world, id)
  await refuseMail()
  const first = await ownRequest(world, { e_title: 'Первая' })
  await addToRelease(world, release_id, [first])
  await pass(12)
  return { id, release_id, first }
}

test('one that is asked about tells of what was added since, and its link still answers', async () => {
  const { id, release_id, first } = await waiting()
  const second = await ownRequest(world, { e_title: 'Вторая' })
  await addToRelease(world, release_id, [second])
  const { state, text } = await leaves(id)
  expect(state).toBe('sent')
  expect(text).toContain(`Добавлено: № ${first} Первая\nДобавлено: № ${second} Вторая`)
  expect(text).toMatch(/\/approve\/[\w-]{43}\?act=agree/)
})

test('one that has not changed since goes as it was written', async () => {
  const { id, first } = await waiting()
  const { state, text } = await leaves(id)
  expect([state, text.includes(`Добавлено: № ${first} Первая`)]).toEqual(['sent', true])
})

test('one that is again as it was is not told of', async () => {
  const { id, release_id, first } = await waiting()
  await removeFromRelease(world, release_id, first)
  expect(await leaves(id)).toEqual({ state: 'failed', last_error: AS_BEFORE, text: '' })
})

test('one of a release that was hidden is not told of', async () => {
  const { id, release_id } = await waiting()
  const { title, start_date, plan_date } = (await world.manager(releases.get, { params: { id: release_id } })).body
  const body = { title, start_date, plan_date, is_visible_for_client: false }
  await world.manager(releases.save, { params: { id: release_id }, body })
  expect(await leaves(id)).toMatchObject({ state: 'failed', last_error: 'Релиз больше не виден клиентам' })
})

/** A decision of staff about a changed scope, of which the letter waits. */
async function settled(decision: 'anew' | 'tell') {
  const { id, release_id } = await agreed(world)
  await refuseMail()
  const first = await ownRequest(world, { e_title: 'Первая' })
  await addToRelease(world, release_id, [first])
  await settle(world, id, decision)
  const second = await ownRequest(world, { e_title: 'Вторая' })
  await addToRelease(world, release_id, [second])
  return { id, release_id, first, second }
}

test('a scope to be agreed anew is asked about as it is by now', async () => {
  const { id, first, second } = await settled('anew')
  const { state, text } = await leaves(id, SETTLED)
  expect(state).toBe('sent')
  expect(text).toContain(`Добавлено: № ${first} Первая\nДобавлено: № ${second} Вторая`)
})

test('a decision is told of until staff decide again, without what they have not decided about', async () => {
  const { id, first, second } = await settled('tell')
  const { state, text } = await leaves(id, SETTLED)
  expect([state, text.includes(`№ ${first} `), text.includes(`№ ${second} `)]).toEqual(['sent', true, false])
  const other = await settled('tell')
  await settle(world, other.id, 'tell')
  expect(await leaves(other.id, SETTLED)).toMatchObject({ state: 'failed', last_error: CHANGED_AGAIN })
  expect((await read(world, other.id)).status).toBe(2)
})

test('a decision is told of though a module is renamed while the letter waits', async () => {
  const { id, release_id } = await newScope(world)
  const module = { release_id, idmod: world.people.module }
  await world.product.deps.db.insertInto('release_modules').values(module).execute()
  await send(world, id)
  await update(world.client1, id, { updateTarget: 5 })
  await refuseMail()
  const first = await ownRequest(world)
  await addToRelease(world, release_id, [first])
  await settle(world, id, 'tell')
  const params = { list: 'module' as const, id: module.idmod }
  await world.admin(adminLists.rename, { params, body: { name: 'Иначе' } })
  await lookAtScopes(world.product.deps)
  const { state, text } = await leaves(id, SETTLED)
  expect([state, text.includes(`№ ${first} `), text.includes('Иначе')]).toEqual(['sent', true, false])
})

const lettersOf = (id: number) =>
  world.product.deps.db
    .selectFrom('letters')
    .select('text')
    .where('entity_id', '=', id)
    .where('kind', '=', KIND)
    .orderBy('id')
    .execute()

test('what a letter that waited has told of is not told again the next day', async () => {
  const { id, release_id } = await waiting()
  await addToRelease(world, release_id, [await ownRequest(world, { e_title: 'Вторая' })])
  await pass(2)
  expect((await leaves(id)).state).toBe('sent')
  await pass(26 * 60, 60)
  expect(await lettersOf(id)).toHaveLength(1)
  await addToRelease(world, release_id, [await ownRequest(world, { e_title: 'Третья' })])
  await pass(12)
  const [, next, ...more] = await lettersOf(id)
  expect(more).toEqual([])
  expect(next?.text).toContain('Третья')
  expect(next?.text).not.toMatch(/Добавлено: № \d+ (Первая|Вторая)/)
})

test('that a change of which only a letter that waited has told is undone is told', async () => {
  const { id, release_id } = await waiting()
  const second = await ownRequest(world, { e_title: 'Вторая' })
  await addToRelease(world, release_id, [second])
  await pass(2)
  expect((await leaves(id)).text).toContain('Вторая')
  await removeFromRelease(world, release_id, second)
  await pass(26 * 60, 60)
  const [, next] = await lettersOf(id)
  expect(next?.text).toContain(`Убрано: № ${second} Вторая`)
})

test('what only one of two letters has told of is told again', async () => {
  const { id, release_id } = await newScope(world)
  await update(world.manager, id, { updateTarget: 3, recipientsExtra: ['anna@mail.ru'] })
  await send(world, id)
  await refuseMail()
  await addToRelease(world, release_id, [await ownRequest(world, { e_title: 'Первая' })])
  await pass(12)
  expect((await leaves(id)).text).toContain('Первая')
  await addToRelease(world, release_id, [await ownRequest(world, { e_title: 'Вторая' })])
  await pass(2)
  const { db } = world.product.deps
  const letters = await db
    .selectFrom('deliveries as d')
    .innerJoin('letters as l', 'l.id', 'd.letter_id')
    .select(['d.id', 'd.state'])
    .where('l.entity_id', '=', id)
    .where('l.kind', '=', KIND)
    .execute()
  for (const { id: delivery_id } of letters.filter(({ state }) => state === 'queued'))
    await deliverNow(world.product.deps, delivery_id)
  expect(world.smtp.received.map(({ mail }) => mail.text?.includes('Вторая'))).toEqual([false, true])
  await pass(26 * 60, 60)
  const next = (await lettersOf(id)).slice(2)
  expect(next.map(({ text }) => /Добавлено: № \d+ Вторая/.test(text))).toEqual([true, true])
})

test('a scope that was asked about anew as it is by now is not told again', async () => {
  const { id, release_id } = await settled('anew')
  expect((await leaves(id, SETTLED)).text).toContain('Вторая')
  await pass(26 * 60, 60)
  expect(await lettersOf(id)).toEqual([])
  await addToRelease(world, release_id, [await ownRequest(world, { e_title: 'Третья' })])
  await pass(12)
  expect(await lettersOf(id)).toHaveLength(1)
})
