import { expect, test } from 'vitest'
import { receipts, type BodyInput } from '@vypusk/contract'
import type { Api } from '../../testing/app.ts'
import { draftOf, get, idOf, newRelease, publishWorld } from '../../testing/publishing.ts'

/** What companies confirm of what they were handed. */

const world = publishWorld()

const confirm = (api: Api, id: number, body: BodyInput<typeof receipts.confirm>) =>
  api(receipts.confirm, { params: { id }, body })

async function published(title = 'Релиз 2026.12') {
  const { company1, company2 } = world.people
  const release_id = await newRelease(world, { title })
  const draft = await draftOf(world, {}, { release: release_id, customers: [company1, company2] })
  return { id: await idOf(world, draft), release_id }
}

test('a client confirms that it has received and installed the release; staff see it, and it is in the history', async () => {
  const { company1, client1 } = world.people
  const { id, release_id } = await published()
  const received = await confirm(world.client1, id, { release_id, kind: 'received' })
  expect(received.body.receipts).toMatchObject([{ idcomp: company1, kind: 'received', user: { id: client1 } }])
  await confirm(world.client1, id, { release_id, kind: 'installed' })
  const seen = await get(world.manager, id)
  expect(seen.body.list[0]?.receipts.map(({ kind }) => kind)).toEqual(['received', 'installed'])
  const records = seen.body.history.filter(({ field }) => ['received', 'installed'].includes(field))
  expect(records.map(({ title, after, via }) => [title, after, via])).toEqual([
    ['Установлено у клиента', expect.stringContaining('Релиз 2026.12'), 'screen'],
    ['Получено клиентом', expect.stringContaining('Релиз 2026.12'), 'screen'],
  ])
  expect((await get(world.client2, id)).body.list[0]?.receipts).toEqual([])
  const back = await confirm(world.client1, id, { release_id, kind: 'received', remove: true })
  expect(back.body.receipts).toEqual([])
})

test('staff confirm for a company, and the history shows that', async () => {
  const { company2 } = world.people
  const { id, release_id } = await published()
  expect((await confirm(world.manager, id, { release_id, kind: 'installed' })).status).toBe(422)
  const { body } = await confirm(world.manager, id, { release_id, kind: 'installed', company: company2 })
  expect(body.receipts.map(({ idcomp, kind }) => [idcomp, kind])).toEqual([
    [company2, 'received'],
    [company2, 'installed'],
  ])
  const { history } = (await get(world.manager, id)).body
  expect(history[0]).toMatchObject({ via: 'on_behalf' })
})

test('nobody confirms what the company was not handed', async () => {
  const { company1, company2, manager: user_id } = world.people
  const release_id = await newRelease(world)
  const row = { release_id, idcomp: company2, user_id, at: '2026-03-05T09:00:00.000Z' }
  await world.product.deps.db.insertInto('not_publishing_list').values(row).execute()
  const id = await idOf(world, await draftOf(world, {}, { release: release_id, customers: [company1, company2] }))
  expect((await confirm(world.client2, id, { release_id, kind: 'received' })).status).toBe(404)
  expect((await confirm(world.client1, id, { release_id: release_id + 1000, kind: 'received' })).status).toBe(404)
  const refused = await confirm(world.manager, id, { release_id, kind: 'received', company: company2 })
  expect([refused.status, refused.refusal.errors]).toEqual([422, { company: ['Компания не получила этот релиз'] }])
  // The company that a client names does not matter: it confirms for its own.
  await confirm(world.client1, id, { release_id, kind: 'received', company: company2 })
  expect((await get(world.manager, id)).body.list[0]?.receipts.map(({ idcomp }) => idcomp)).toEqual([company1])
})

test('ten confirmations at once are recorded once', async () => {
  const { id, release_id } = await published()
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => confirm(world.client1, id, { release_id, kind: 'installed' })),
  )
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  const { list, history } = (await get(world.manager, id)).body
  expect(list[0]?.receipts).toHaveLength(2)
  expect(history.filter(({ field }) => field === 'installed')).toHaveLength(1)
})
