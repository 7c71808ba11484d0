import { beforeEach, expect, test } from 'vitest'
import { consequences, notices } from '@vypusk/contract'
import type { Api } from '../../../../testing/app.ts'
import { emptyBox, letterWorld, moveRelease, newAgreement, read, send } from '../../../../testing/letters.ts'
import { makePerson } from '../../../../testing/making/make.ts'
import { noticesOf, watch } from '../../../../testing/notices.ts'
import { releaseHeld } from './withdrawn.ts'

/** Letters to people who only follow an agreement wait as long as those to its recipients. */

const world = letterWorld()
let id = 0
let made = 0
let login = ''
let follower: Api
beforeEach(async () => {
  login = `follower${(made += 1)}`
  await makePerson(world.product.deps.db, login, { isRivc: true })
  follower = await world.product.as(login)
  const answer = { kind: 'answer' as const, screen: true, letter: true, digest: false }
  await follower(notices.saveSettings, { body: { kinds: [answer], digest_time: '09:00' } })
  id = await newAgreement(world)
  await watch(follower, 'agreement', id)
  await send(world, id)
  await emptyBox(world)
})

async function aMinuteLater() {
  const { clock, deps } = world.product
  clock.set(new Date(clock.now().getTime() + 60_000).toISOString())
  await releaseHeld(deps)
  return emptyBox(world)
}
const answersOf = async (api: Api) => (await noticesOf(api)).filter(({ kind }) => kind === 'answer').length

const moveTo = async (kind: 'closed' | 'work') => moveRelease(world, (await read(world, id)).release_id, kind)

test('a withdrawal with a follower can be undone, and otherwise reaches them after a minute', async () => {
  const withdraw = () => world.manager(consequences.withdraw, { body: { ids: [id] } })
  await withdraw()
  expect(await emptyBox(world)).toEqual([])
  const [act] = (await world.manager(consequences.withdrawals)).body.acts
  expect((await world.manager(consequences.undo, { body: { act_id: act?.act_id ?? 0 } })).status).toBe(200)
  expect(await aMinuteLater()).toEqual([])
  await withdraw()
  expect(await aMinuteLater()).toContain(`${login}@example.ru`)
})

test('of a release closed and reopened within a minute a follower reads nothing, by letter or bell', async () => {
  const before = [await answersOf(follower), await answersOf(world.client1)]
  await moveTo('closed')
  expect(await answersOf(follower)).toBe(before[0]! + 1)
  await moveTo('work')
  expect([await answersOf(follower), await answersOf(world.client1)]).toEqual(before)
  expect(await aMinuteLater()).toEqual([])
  await moveTo('closed')
  expect(await aMinuteLater()).toContain(`${login}@example.ru`)
})

test('a withdrawal overtakes the letter of a follower too', async () => {
  await moveTo('closed')
  await world.manager(consequences.withdraw, { body: { ids: [id] } })
  const own = (await aMinuteLater()).filter((address) => address === `${login}@example.ru`)
  expect(own).toHaveLength(1)
})
