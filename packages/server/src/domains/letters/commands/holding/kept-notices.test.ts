import { expect, test } from 'vitest'
import { notices, offers } from '@vypusk/contract'
import { emptyBox, letterWorld, newAgreement, send } from '../../../../testing/letters.ts'
import { makePerson } from '../../../../testing/making/make.ts'
import { watch } from '../../../../testing/notices.ts'
import { statementsOf } from '../../../../testing/statements.ts'
import { sendHeld } from './holding.ts'

/** Notices that are kept with a held letter, and the state of letters that is kept for nothing. */

const world = letterWorld()
const FOLLOWERS = ['first', 'second', 'third']

async function followed() {
  const id = await newAgreement(world)
  for (const login of FOLLOWERS) {
    await makePerson(world.product.deps.db, login, { isRivc: true })
    const follower = await world.product.as(login)
    const offer = { kind: 'offer' as const, screen: true, letter: true, digest: false }
    await follower(notices.saveSettings, { body: { kinds: [offer], digest_time: '09:00' } })
    await watch(follower, 'agreement', id)
  }
  await send(world, id)
  return id
}

const later = async () => {
  const { clock, deps } = world.product
  clock.set(new Date(clock.now().getTime() + 11 * 60_000).toISOString())
  await sendHeld(deps)
}
const addresses = FOLLOWERS.map((login) => `${login}@example.ru`)

test('the notices of all followers are kept together, and each of them gets a letter', async () => {
  const id = await followed()
  const propose = (releaseDate: string) => world.client1(offers.propose, { params: { id }, body: { releaseDate } })
  const { agreement } = (await propose('2026-04-01')).body
  const offer_id = agreement.offer?.id ?? 0
  await world.client1(offers.answer, { params: { id, offer_id }, body: { answer: 'withdraw' } })
  await emptyBox(world)
  const { texts } = await statementsOf(() => propose('2026-04-02'))
  expect(texts.filter((text) => text.startsWith('update "held_letters" set "notices"'))).toHaveLength(1)
  expect(await emptyBox(world)).toEqual([])
  await later()
  expect(await emptyBox(world)).toEqual(expect.arrayContaining(addresses))
})

test('the state of letters that were never sent is forgotten, and that of waiting and recent ones is not', async () => {
  const { clock, deps } = world.product
  await deps.db.deleteFrom('held_letters').execute()
  const [now, longAgo] = [clock.now().toISOString(), '2026-01-01T09:00:00.000Z']
  const due_at = new Date(clock.now().getTime() + 60_000).toISOString()
  const of = { entity: 'agreement', entity_id: 1 }
  for (const row of [
    { topic: 'never' },
    { topic: 'long ago', sent_at: longAgo },
    { topic: 'recently', sent_at: now },
    { topic: 'waiting', event_ids: [1], since: now, due_at },
  ]) {
    await deps.db
      .insertInto('held_letters')
      .values({ ...of, ...row })
      .execute()
  }
  await sendHeld(deps)
  const left = await deps.db.selectFrom('held_letters').select('topic').orderBy('topic').execute()
  expect(left.map(({ topic }) => topic)).toEqual(['recently', 'waiting'])
})
