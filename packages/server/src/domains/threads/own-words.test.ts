import { expect, test } from 'vitest'
import { threads, type BodyInput } from '@vypusk/contract'
import type { Api } from '../../testing/app.ts'
import { emptyBox, letterWorld, newAgreement, send } from '../../testing/letters.ts'
import { makeFile } from '../../testing/making/make-publication.ts'

/** What becomes of a remark whose words are saved as they stand, or withdrawn. */

const world = letterWorld()
const about = (id: number) => ({ entity: 'agreement' as const, id })
const raise = async (api: Api, id: number, body: BodyInput<typeof threads.raise>) =>
  (await api(threads.raise, { params: about(id), body })).body.thread
const threadsOf = async (api: Api, id: number) => (await api(threads.of, { params: about(id) })).body.threads
const answer = (api: Api, id: number, body: BodyInput<typeof threads.answer>) =>
  api(threads.answer, { params: { id }, body })
const turn = (api: Api, id: number, body: BodyInput<typeof threads.turn>) => api(threads.turn, { params: { id }, body })

test('an entry saved as it stands is not edited: no mark, no version, no history, no letter', async () => {
  const id = await newAgreement(world)
  await send(world, id)
  const file = await makeFile(world.product.deps.db, { uploaded_by: world.people.client1 })
  const thread = await raise(world.client1, id, { html: '<p>Рано</p>', files: [file] })
  const answered = (await answer(world.manager, thread.id, { html: '<p>Проверьте</p>' })).body.thread
  await emptyBox(world)
  const params = { id: thread.id, entry_id: thread.entries[0]!.id }
  const saved = await world.client1(threads.rewrite, { params, body: { html: '<p>Рано</p>', files: [file] } })
  expect(saved.body.mail).toBe('none')
  expect(await threadsOf(world.manager, id)).toEqual([answered])
  const without = await world.client1(threads.rewrite, { params, body: { html: '<p>Рано</p>', files: [] } })
  expect(without.body.thread.entries[0]).toMatchObject({ files: [], edited_at: expect.any(String) })
})

test('a remark without words of its side is not opened again, and ends with the last of them', async () => {
  const id = await newAgreement(world)
  const thread = await raise(world.client1, id, { html: '<p>Рано</p>' })
  const withdraw = async (entry_id: number) =>
    (await world.client1(threads.withdraw, { params: { id: thread.id, entry_id } })).body.thread
  const said = (await answer(world.client1, thread.id, { html: '<p>И стенд занят</p>' })).body.thread.entries.at(-1)!.id
  await answer(world.manager, thread.id, { html: '<p>Освободим</p>' })
  expect((await withdraw(thread.entries[0]!.id)).state).toBe('closed')
  expect((await turn(world.manager, thread.id, { state: 'open' })).status).toBe(200)
  const over = await withdraw(said)
  expect(over).toMatchObject({ state: 'closed', closing: { reason: 'Отозвано' } })
  const { status, refusal } = await turn(world.client1, thread.id, { state: 'open' })
  expect([status, refusal.message]).toEqual([422, over.abilities.reopen])
})
