import { expect, test } from 'vitest'
import { approve } from '@vypusk/contract'
import { letterWorld, linkOf, newAgreement, send } from '../../testing/letters.ts'
import { makePerson } from '../../testing/making/make.ts'

/** Whom the page of a letter names as the one who answered. */

const world = letterWorld()

test.each([
  ['moved to another company', () => ({ idcomp: world.people.company2 })],
  ['was blocked', () => ({ is_blocked: true })],
  ['was deleted', () => ({ deleted_at: '2026-03-06T06:31:00Z' })],
])('a link names who answered by it after that person %s', async (what, becomes) => {
  const { db } = world.product.deps
  const login = what.replaceAll(' ', '-')
  const person = await makePerson(db, login, { idcomp: world.people.company1 })
  const id = await newAgreement(world, { recipients: [person] })
  await send(world, id)
  const params = { token: linkOf(world, `${login}@example.ru`) }
  expect((await world.product.anonymous(approve.answer, { params, body: { answer: 'agree' } })).status).toBe(200)
  await db.updateTable('users').set(becomes()).where('id', '=', person).execute()
  expect((await world.product.anonymous(approve.ask, { params })).refusal.message).toBe(
    `Ссылка больше не действует: этот адрес убрали из получателей согласования. По этой ссылке уже ответили: согласовано 06.03.2026, Имя ${login}`,
  )
})
