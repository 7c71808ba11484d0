import { beforeAll, expect, test } from 'vitest'
import { agreements, approve, consequences, offers, releases } from '@vypusk/contract'
import { letterWorld, linkOf, newAgreement, read, send } from '../../testing/letters.ts'
import { noticesOf } from '../../testing/notices.ts'

/** An act that withdrew agreements is undone completely, although its steps happen one after the other. */

const world = letterWorld()
beforeAll(() => world.product.clock.run())

/** The newest question to the client, and the newest offer that staff have to answer. */
const questions = async () => [
  (await noticesOf(world.client1)).find(({ kind }) => kind === 'approval'),
  (await noticesOf(world.manager)).find(({ kind }) => kind === 'offer'),
]
const link = async (token: string) => (await world.product.anonymous(approve.ask, { params: { token } })).status

test.each<[string, (id: number) => Promise<unknown>]>([
  ['withdrawn', (id) => world.manager(consequences.withdraw, { body: { ids: [id] } })],
  ['deleted', (id) => world.manager(agreements.remove, { params: { id } })],
  [
    'ended with its release',
    async (id) => world.manager(releases.remove, { params: { id: (await read(world, id)).release_id } }),
  ],
  [
    'put on the not-publishing list',
    async (id) => {
      const { release_id, company_id } = await read(world, id)
      return world.manager(releases.notPublishing, { body: { release_id, company_id, reason: 'Просили' } })
    },
  ],
])('the offer, the link and the questions of an agreement that was %s are back', async (_, end) => {
  const id = await newAgreement(world)
  await send(world, id)
  const token = linkOf(world, 'client1@example.ru')
  await world.client1(offers.propose, { params: { id }, body: { releaseDate: '2026-04-10' } })
  const asked = await questions()
  expect(asked.map((one) => one?.settled)).toEqual([false, false])
  await end(id)
  expect(await link(token)).toBe(410)
  const [act] = (await world.manager(consequences.withdrawals)).body.acts
  expect((await world.manager(consequences.undo, { body: { act_id: act?.act_id ?? 0 } })).status).toBe(200)
  expect((await read(world, id)).offer).toMatchObject({ releaseDate: '2026-04-10' })
  expect(await link(token)).toBe(200)
  expect(await questions()).toEqual(asked)
})
