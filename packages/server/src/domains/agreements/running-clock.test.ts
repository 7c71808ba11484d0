import { beforeAll, expect, test } from 'vitest'
import { agreements, approve, consequences, offers, releases, waiting } from '@vypusk/contract'
import { letterWorld, linkOf, newAgreement, read, send } from '../../testing/letters.ts'
import { noticesOf } from '../../testing/notices.ts'

/** The steps of an act happen one after the other; what belongs together is told to belong together nevertheless. */

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

test.each([
  ['accepted', { answer: 'accept' }, 'Поставщик принял вашу дату, подтвердите её: 10.04.2026, пятница'],
  [
    'declined',
    { answer: 'decline', text: 'Некому' },
    'Поставщик не смог принять вашу дату: Некому. Остаётся 20.03.2026, пятница, 22:00 UTC',
  ],
] as const)('the client reads that its date was %s where it has to answer', async (_, body, text) => {
  const id = await newAgreement(world)
  await send(world, id)
  await world.client1(offers.propose, { params: { id }, body: { releaseDate: '2026-04-10' } })
  const { offer } = await read(world, id)
  await world.manager(offers.answer, { params: { id, offer_id: offer?.id ?? 0 }, body })
  const { data } = (await world.client1(waiting.list, { query: {} })).body
  expect(data.find((one) => one.agreement_id === id)).toMatchObject({ kind: 'offer_answered', text })
})
