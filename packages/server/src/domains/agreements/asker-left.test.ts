import { expect, test } from 'vitest'
import { adminPeople, approve, letters } from '@vypusk/contract'
import { allCome, emptyBox, letterWorld, linkOf, newAgreement, read, update } from '../../testing/letters.ts'
import { makePerson } from '../../testing/making/make.ts'
import { remindSilent } from './commands/reminding.ts'

/** A client that is asked for a date is never told to write to somebody who has left since. */

const world = letterWorld()
const CLIENT = 'client1@example.ru'

const block = (id: number, is_blocked: boolean) =>
  world.admin(adminPeople.block, { params: { id }, body: { is_blocked } })

test('replies to a letter that is repeated go to who is in charge instead, or to nobody', async () => {
  const leaving = await makePerson(world.product.deps.db, 'asking')
  const id = await newAgreement(world)
  const own = await world.product.as('asking')
  await update(own, id, { updateTarget: 5 })
  await update(own, id, { updateTarget: 5, on_behalf: 'client', remark: 'Звонок' })
  await allCome(world)
  const replyTo = async (target: string) => {
    world.smtp.received.length = 0
    for (const one of (await read(world, id)).deliveries.filter((each) => each.target === target))
      await world.manager(letters.retryDelivery, { params: { id: one.id } })
    return world.smtp.received.map(({ mail }) => mail.replyTo?.map(({ address }) => address))
  }
  const STAFF = 'admin@example.ru'
  expect([...(await replyTo(CLIENT)), ...(await replyTo(STAFF))]).toContainEqual(['asking@example.ru'])
  await block(leaving, true)
  const [ofClient, ofStaff] = [await replyTo(CLIENT), await replyTo(STAFF)]
  expect(new Set(ofClient.flat())).toEqual(new Set(['manager@example.ru']))
  expect(ofStaff.length).toBeGreaterThan(0)
  expect(ofStaff.flat().filter(Boolean)).toEqual([])
})

test('the page of a link and the letters that follow name who is in charge instead', async () => {
  const leaving = await makePerson(world.product.deps.db, 'leaving')
  const id = await newAgreement(world)
  await update(await world.product.as('leaving'), id, { updateTarget: 5 })
  await allCome(world)
  const token = linkOf(world, CLIENT)
  const askerOf = async () => (await world.product.anonymous(approve.ask, { params: { token } })).body.asker
  const named = (login: string) => ({ name: `Имя ${login}`, email: `${login}@example.ru` })
  expect(await askerOf()).toEqual(named('leaving'))
  expect(await emptyBox(world)).toContain(CLIENT)
  await block(leaving, true)
  // The author of the agreement and of its release, then the release's people.
  expect(await askerOf()).toEqual(named('manager'))
  const { manager } = world.people
  await block(manager, true)
  expect(await askerOf()).toEqual(named('admin'))

  world.product.clock.set('2026-03-11T10:00:00.000Z')
  await remindSilent(world.product.deps)
  await allCome(world)
  const { mail } = world.smtp.received.find(({ to }) => to === CLIENT)!
  expect(mail.text).toContain('Спрашивает: Имя admin, admin@example.ru')
  expect(mail.replyTo).toEqual([{ name: '', address: 'admin@example.ru' }])
  await block(manager, false)
  await block(leaving, false)
  expect(await askerOf()).toEqual(named('leaving'))
})
