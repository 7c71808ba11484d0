import { beforeEach, expect, test } from 'vitest'
import { offers } from '@vypusk/contract'
import { leave, refuseMail } from '../../../../testing/leaving-letters.ts'
import { letterWorld, newAgreement, read, send, update } from '../../../../testing/letters.ts'

/** Letters that say where a date stands and ask nothing, which waited while the same readers were written something later. */

const world = letterWorld()
const ADMIN = 'admin@example.ru'
const STAFF = 'manager@example.ru'
const LATER = 'По этому адресу с тех пор написано о дате другое'

let id = 0
beforeEach(async () => {
  id = await newAgreement(world)
  await send(world, id)
  await refuseMail(world)
})
const move = (releaseDate: string) =>
  update(world.manager, id, { updateTarget: 4, releaseDate, cancel_reason: 'Стенд занят' })

test('of two moves only the later is told, whichever letter leaves last', async () => {
  await move('2026-03-25')
  await send(world, id)
  await move('2026-03-27')
  const ended = await leave(world, 'agreement.moved')
  expect(ended.filter(([target]) => target === ADMIN)).toEqual([
    [ADMIN, 'failed', LATER, true],
    [ADMIN, 'sent', null, false],
  ])
})

test('that a client agreed is not told after the date has moved', async () => {
  await update(world.client1, id, { updateTarget: 5 })
  await update(world.admin, id, { updateTarget: 4, releaseDate: '2026-03-27', cancel_reason: 'Стенд занят' })
  const ended = await leave(world, 'agreement.approved')
  expect(ended).toContainEqual([STAFF, 'failed', LATER, true])
  // Who moved it knows, and is written no letter of it.
  expect(ended).toContainEqual([ADMIN, 'sent', null, false])
})

test('a letter about a move that is the last word leaves, and so does one to somebody who was written nothing later', async () => {
  await move('2026-03-25')
  await send(world, id)
  await update(world.admin, id, { updateTarget: 4, releaseDate: '2026-03-27', cancel_reason: 'Стенд занят' })
  const ended = await leave(world, 'agreement.moved')
  expect(ended.filter(([target]) => target !== 'client1@example.ru')).toEqual([
    [ADMIN, 'sent', null, false],
    [STAFF, 'sent', null, false],
  ])
})

/** The client offers a date, and staff decline it. */
async function decline(releaseDate: string, text: string) {
  const body = { answer: 'decline', text } as const
  await world.client1(offers.propose, { params: { id }, body: { releaseDate, reason: 'Инвентаризация' } })
  const { offer } = await read(world, id)
  await world.manager(offers.answer, { params: { id, offer_id: offer!.id }, body })
}

test('of two declined dates only the later is told, and none after the date has moved', async () => {
  await decline('2026-03-24', 'Стенд занят')
  await decline('2026-03-25', 'Стенд занят и тогда')
  const ended = await leave(world, 'agreement.offer_declined')
  expect(ended.filter(([target]) => target === ADMIN)).toEqual([
    [ADMIN, 'failed', LATER, true],
    [ADMIN, 'sent', null, false],
  ])
  await refuseMail(world)
  await decline('2026-03-26', 'И тогда')
  await move('2026-03-27')
  expect(await leave(world, 'agreement.offer_declined')).toContainEqual([ADMIN, 'failed', LATER, true])
})
