import { expect, test } from 'vitest'
import { agreements, releases, threads } from '@vypusk/contract'
import { letterWorld, newAgreement, read, send } from '../../testing/letters.ts'

const world = letterWorld()

test('an agreement shows the same waiting days everywhere', async () => {
  const { product, manager } = world
  // A Friday; the following Monday is a holiday.
  product.clock.set('2026-03-06T07:00:00.000Z')
  const id = await newAgreement(world)
  const { release_id } = await read(world, id)
  const days = async () => {
    const query = { release_ids: String(release_id) }
    const [one, list, matrix, release] = await Promise.all([
      read(world, id),
      manager(agreements.list, { query }),
      manager(agreements.matrix, { query }),
      manager(releases.get, { params: { id: release_id } }),
    ])
    const everywhere = [one, list.body.data[0], matrix.body.cells[0], release.body.agreements[0]]
    return new Set(everywhere.map((row) => row?.waiting_days))
  }
  expect(await days()).toEqual(new Set([null]))
  await send(world, id)
  expect(await days()).toEqual(new Set([0]))
  await product.deps.db
    .insertInto('calendar_days')
    .values({ day: '2026-03-09', minutes: 0, name: 'Праздник' })
    .onConflict((conflict) => conflict.column('day').doUpdateSet({ minutes: 0 }))
    .execute()
  product.clock.set('2026-03-11T07:00:00.000Z')
  expect(await days()).toEqual(new Set([2]))
  const { manager: author_id, company1: idcomp } = world.people
  await product.deps.db
    .insertInto('freezes')
    .values({
      idcomp,
      date_from: '2026-03-10',
      date_to: '2026-03-10',
      reason: 'Ревизия',
      author_id,
      created_at: '2026-03-11T06:00:00.000Z',
    })
    .execute()
  expect(await days()).toEqual(new Set([1]))
})

test('a client that has raised a remark is not waited for until staff answer it', async () => {
  const id = await newAgreement(world)
  await send(world, id)
  const days = async () => (await read(world, id)).waiting_days
  expect(await days()).toBe(0)
  const params = { entity: 'agreement', id } as const
  const raised = await world.client1(threads.raise, { params, body: { html: '<p>Рано</p>', blocks: true } })
  expect(await days()).toBeNull()
  const { id: thread_id } = raised.body.thread
  await world.manager(threads.answer, { params: { id: thread_id }, body: { html: '<p>Не раньше</p>' } })
  expect(await days()).toBe(0)
})
