import { expect, test } from 'vitest'
import { agreements, releases } from '@vypusk/contract'
import type { Api } from '../../testing/app.ts'
import { agreementWorld, newAgreement, read, update } from '../../testing/agreements.ts'
import { makePerson } from '../../testing/making/make.ts'

const world = agreementWorld()
let made = 0

/** An agreement of the first company with somebody of it who has since moved to the second one. */
async function withMoved() {
  const { product, people } = world
  const moved = await makePerson(product.deps.db, `moving${(made += 1)}`, { idcomp: people.company1 })
  const id = await newAgreement(world, { recipients: [people.client1, people.manager, moved] })
  await product.deps.db.updateTable('users').set({ idcomp: people.company2 }).where('id', '=', moved).execute()
  return { id, moved }
}

test('the former company of a recipient is not told where they are now', async () => {
  const { people, manager, client1 } = world
  const { id, moved } = await withMoved()
  const { release_id } = await read(manager, id)
  const seenBy = async (api: Api) => {
    const lists = [
      (await read(api, id)).recipients,
      (await api(agreements.list, { query: { release_ids: String(release_id) } })).body.data[0]?.recipients,
      (await api(agreements.list, { query: { search_string: String(id) } })).body.data[0]?.recipients,
      (await api(releases.get, { params: { id: release_id } })).body.agreements[0]?.recipients,
    ]
    return lists.map((list) => list?.map((one) => one.id).toSorted((a, b) => a - b))
  }
  const own = [people.manager, people.client1].toSorted((a, b) => a - b)
  expect(await seenBy(client1)).toEqual([own, own, own, own])
  expect((await seenBy(manager))[0]).toContain(moved)
})

test('recipients are saved without those in the list who have since moved or were deleted', async () => {
  const { people, manager, product } = world
  const { id, moved } = await withMoved()
  const gone = await makePerson(product.deps.db, 'gone', { idcomp: people.company1 })
  const save = (recipients: number[]) => update(manager, id, { updateTarget: 2, recipients })
  await save([people.client1, gone])
  await product.deps.db
    .updateTable('users')
    .set({ deleted_at: '2026-03-03T09:00:00Z' })
    .where('id', '=', gone)
    .execute()
  const refused = await save([people.client1, gone, moved])
  expect([refused.status, Object.keys(refused.refusal.errors ?? {})]).toEqual([422, ['recipients']])
  expect((await save([people.client1, people.manager, gone])).status).toBe(200)
  const { recipients, history } = await read(manager, id)
  expect(recipients.map((one) => one.id)).toEqual([people.client1, people.manager])
  expect(history[0]).toMatchObject({
    before: ['Имя client1', 'Имя gone'],
    after: ['Имя client1', 'Имя manager'],
  })
})

test('somebody who is blocked is not named newly, and stays where they were named before', async () => {
  const { people, manager, product } = world
  const out = await makePerson(product.deps.db, 'blocked', { idcomp: people.company1 })
  const id = await newAgreement(world, { recipients: [out] })
  await product.deps.db.updateTable('users').set({ is_blocked: true }).where('id', '=', out).execute()
  const save = (recipients: number[]) => update(manager, id, { updateTarget: 2, recipients })
  expect((await save([people.client1, out])).status).toBe(200)
  expect((await read(manager, id)).recipients.map((one) => one.id)).toContain(out)
  await save([people.client1])
  const refused = await save([people.client1, out])
  expect([refused.status, Object.keys(refused.refusal.errors ?? {})]).toEqual([422, ['recipients']])
})
