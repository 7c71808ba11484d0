import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { threads, type BodyInput } from '@vypusk/contract'
import type { Api } from '../../testing/app.ts'
import { letterWorld, newAgreement, read } from '../../testing/letters.ts'
import { makePerson } from '../../testing/making/make.ts'
import { briefNoticesOf } from '../../testing/notices.ts'
import { remindOwners } from './commands/reminding.ts'

/** By when a remark has to be answered, who is told of it, and when reminders begin anew. */

const MONDAY = '2026-03-02T09:00:00.000Z'
const world = letterWorld({ start: MONDAY })
beforeEach(() => world.product.clock.set(MONDAY))

const raise = async (id: number) => {
  const params = { entity: 'agreement' as const, id }
  return (await world.client1(threads.raise, { params, body: { html: '<p>Рано</p>' } })).body.thread
}
const answer = (api: Api, id: number, html: string) => api(threads.answer, { params: { id }, body: { html } })
const turn = (api: Api, id: number, body: BodyInput<typeof threads.turn>) => api(threads.turn, { params: { id }, body })

/** Reminds owners, and counts the reminders about an agreement so far. */
async function reminders(id: number) {
  const { deps } = world.product
  await remindOwners(deps)
  const { rows } = await sql`select from events where kind = 'thread.due' and entity_id = ${id}`.execute(deps.db)
  return rows.length
}

test('a remark that is asked again has three working days anew, and its owner is reminded anew', async () => {
  const { clock } = world.product
  const id = await newAgreement(world)
  const thread = await raise(id)
  expect(thread.due).toBe('2026-03-05')
  clock.set('2026-03-05T07:00:00.000Z')
  expect(await reminders(id)).toBe(1)
  await answer(world.manager, thread.id, '<p>Исправили</p>')
  clock.set('2026-03-10T07:00:00.000Z')
  const again = (await answer(world.client1, thread.id, '<p>Не исправили</p>')).body.thread
  expect([again.due, await reminders(id)]).toEqual(['2026-03-13', 1])
  clock.set('2026-03-12T07:00:00.000Z')
  expect(await reminders(id)).toBe(2)
  await turn(world.client1, thread.id, { state: 'closed' })
  clock.set('2026-03-16T07:00:00.000Z')
  const opened = (await turn(world.client1, thread.id, { state: 'open' })).body.thread
  expect(opened.due).toBe('2026-03-19')
  // A later day that somebody chose stays.
  await world.manager(threads.save, { params: { id: thread.id }, body: { due: '2026-03-31' } })
  await answer(world.manager, thread.id, '<p>Исправим</p>')
  expect((await answer(world.client1, thread.id, '<p>Ждём</p>')).body.thread.due).toBe('2026-03-31')
})

test('a new owner of a remark is told of it, and reminded anew', async () => {
  const { clock, deps } = world.product
  const id = await newAgreement(world)
  const thread = await raise(id)
  const owner = await makePerson(deps.db, 'successor')
  const successor = await world.product.as('successor')
  clock.set('2026-03-05T07:00:00.000Z')
  expect(await reminders(id)).toBe(1)
  await world.manager(threads.save, { params: { id: thread.id }, body: { owner } })
  expect(await reminders(id)).toBe(2)
  expect(await briefNoticesOf(successor)).toEqual([
    ['remark', 'responsible', 'Замечание ждёт ответа до 05.03.2026: Рано'],
    ['remark', 'responsible', 'Вы отвечаете за замечание, ответить нужно до 05.03.2026: Рано'],
  ])
})

test('nobody is reminded of a remark while its release is called off', async () => {
  const { clock, deps } = world.product
  const id = await newAgreement(world)
  await raise(id)
  const { release_id } = await read(world, id)
  const step = async (kind: string) => {
    const of = deps.db.selectFrom('release_steps').select('id').where('kind', '=', kind).limit(1)
    await deps.db.updateTable('releases').set({ step_id: of }).where('id', '=', release_id).execute()
  }
  clock.set('2026-03-05T07:00:00.000Z')
  await step('closed')
  expect(await reminders(id)).toBe(0)
  await step('work')
  expect(await reminders(id)).toBe(1)
})
