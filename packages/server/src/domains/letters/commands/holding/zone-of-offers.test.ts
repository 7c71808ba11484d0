import { expect, test } from 'vitest'
import { offers } from '@vypusk/contract'
import { PRODUCT } from '../../../../platform/person.ts'
import { inTransaction } from '../../../../platform/transaction.ts'
import { emptyBox, letterWorld, newAgreement, read, send } from '../../../../testing/letters.ts'
import { rewriteInZone } from '../../../agreements/port.ts'
import { sendHeld } from './holding.ts'

/** A letter about an offered date that waits while the installation's time zone is changed. */

const world = letterWorld()

async function offer(id: number, releaseTime: string) {
  const body = { releaseDate: '2026-03-27', releaseTime, reason: 'Закрываем квартал' }
  expect((await world.client1(offers.propose, { params: { id }, body })).status).toBe(200)
}

test('names the date by the new clocks', async () => {
  const { clock, deps } = world.product
  const id = await newAgreement(world)
  await send(world, id)
  await offer(id, '03:00')
  const params = { id, offer_id: (await read(world, id)).offer!.id }
  await world.client1(offers.answer, { params, body: { answer: 'withdraw' } })
  await offer(id, '04:30')
  await emptyBox(world)
  const actor = { deps, person: PRODUCT }
  await inTransaction(actor, (tx) => rewriteInZone(tx, actor, { from: 'UTC', to: 'Asia/Vladivostok' }))
  clock.set(new Date(clock.now().getTime() + 11 * 60_000).toISOString())
  await sendHeld(deps)
  await expect.poll(() => world.smtp.received.length).toBeGreaterThan(0)
  const text = world.smtp.received[0]?.mail.text
  expect(text).toMatch(/Предложено: 27\.03\.2026, пятница, 14:30 /)
  expect(text).toContain('Закрываем квартал')
})
