import { expect, test } from 'vitest'
import { releases, requests } from '@vypusk/contract'
import { letterWorld, newAgreement, read, send } from '../../testing/letters.ts'
import { agreed, describe, ownRequest } from '../../testing/making/scopes.ts'
import { statementsOf } from '../../testing/statements.ts'

/** The number of statements that reading one thing takes (docs/decisions/0053). */

const world = letterWorld()

/** Names are remembered only some time after they were first read, so tests poll. */
const countOf = (ask: () => Promise<unknown>) => async () => (await statementsOf(ask)).texts.length

test.each([
  ['staff', 3, () => world.manager],
  ['a client', 2, () => world.client1],
])('a release that waits for its companies takes few statements: for %s at most %i', async (_, most, api) => {
  const agreement = await newAgreement(world)
  await send(world, agreement)
  const { release_id } = await read(world, agreement)
  await ownRequest(world, { release_id })
  const open = () => api()(releases.get, { params: { id: release_id } })
  expect((await open()).body.agreements).toMatchObject([{ id: agreement, waiting_days: 0 }])
  await expect.poll(countOf(open)).toBeLessThanOrEqual(most)
})

test('reading what has changed of a scope takes one more statement', async () => {
  const { release_id, request } = await agreed(world)
  await describe(world, request, 'Другой текст')
  const open = () => world.manager(releases.get, { params: { id: release_id } })
  expect((await open()).body.agreements[0]?.scope_change).not.toBeNull()
  await expect.poll(countOf(open)).toBeLessThanOrEqual(4)
})

test('a request takes one statement', async () => {
  const id = await ownRequest(world)
  await expect.poll(countOf(() => world.manager(requests.getRequest, { params: { id } }))).toBeLessThanOrEqual(1)
})
