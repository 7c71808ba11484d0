import { expect, test } from 'vitest'
import { agreements, deleted, releases, threads } from '@vypusk/contract'
import { letterWorld, moveRelease, newAgreement, read, send } from '../../testing/letters.ts'
import { noticesOf } from '../../testing/notices.ts'

/** What was settled because nobody waited for a company any more is asked again once it is waited for. */

const world = letterWorld()
const BEGAN = '2026-03-06T06:30:00.000Z'
const LATER = '2026-03-06T07:00:00.000Z'

async function asked() {
  const id = await newAgreement(world)
  await send(world, id)
  const body = { html: '<p>Позвоните накануне</p>' }
  await world.client1(threads.raise, { params: { entity: 'agreement', id }, body })
  return read(world, id)
}

/** The newest question about a date, and the newest remark that staff have to answer. */
const open = async () =>
  [
    (await noticesOf(world.client1)).find(({ kind }) => kind === 'approval'),
    (await noticesOf(world.manager)).find(({ kind }) => kind === 'remark'),
  ].map((one) => one?.settled === false && !one.read)

test.each([
  ['at once', BEGAN],
  ['after everybody was told', LATER],
])('once a closed release is reopened %s, its questions wait again', async (_, at) => {
  const { release_id } = await asked()
  await moveRelease(world, release_id, 'closed')
  expect(await open()).toEqual([false, false])
  world.product.clock.set(at)
  await moveRelease(world, release_id, 'work')
  expect(await open()).toEqual([true, true])
  // Whatever else changes in the release asks nobody again.
  await world.manager(threads.turn, {
    params: { id: (await world.manager(threads.list, { body: {} })).body.data[0]?.id ?? 0 },
    body: { state: 'closed', reason: 'Позвоним' },
  })
  await moveRelease(world, release_id, 'closed')
  await moveRelease(world, release_id, 'work')
  expect(await open()).toEqual([true, false])
  world.product.clock.set(BEGAN)
})

test('the remarks of a company that is published to again wait again, the date is to be asked about anew', async () => {
  const { release_id, company_id } = await asked()
  const list = (remove: boolean) =>
    world.manager(releases.notPublishing, { body: { release_id, company_id, reason: 'Просили', remove } })
  await list(false)
  expect(await open()).toEqual([false, false])
  await list(true)
  expect(await open()).toEqual([false, true])
})

test.each(['agreement', 'release'] as const)(
  'the remarks of a deleted %s wait again once it is restored',
  async (entity) => {
    const { id, release_id } = await asked()
    if (entity === 'agreement') await world.manager(agreements.remove, { params: { id } })
    else await world.manager(releases.remove, { params: { id: release_id } })
    const body = { entity, id: entity === 'agreement' ? id : release_id }
    expect((await world.admin(deleted.restore, { body })).status).toBe(200)
    expect(await open()).toEqual([false, true])
  },
)
