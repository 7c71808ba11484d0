import { expect, test } from 'vitest'
import { offers } from '@vypusk/contract'
import { PRODUCT } from '../../platform/person.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { agreementWorld, newAgreement, update } from '../../testing/agreements.ts'
import { clear, unread } from '../../testing/notices.ts'
import { rewriteInZone } from '../agreements/port.ts'
import { rewriteMatters } from './port.ts'

/** A question stays the same one when the installation's time zone is changed (zone.ts). */

const world = agreementWorld()

test('what is asked about a date with a time is still open on the clocks of another zone', async () => {
  const { client1, manager, product } = world
  const id = await newAgreement(world)
  await clear(manager, client1)
  await update(manager, id, { updateTarget: 5 })
  expect(await unread(client1)).toBe(1)

  const actor = { deps: product.deps, person: PRODUCT }
  const change = { from: 'UTC', to: 'Asia/Vladivostok' }
  await inTransaction(actor, async (tx) => {
    await rewriteMatters(tx, change)
    await rewriteInZone(tx, actor, change)
  })
  const { matter } = await product.deps.db
    .selectFrom('notices')
    .select('matter')
    .where('entity_id', '=', id)
    .where('kind', '=', 'approval')
    .executeTakeFirstOrThrow()
  expect(matter).toBe('date 2026-03-21 08:00')
  await client1(offers.propose, { params: { id }, body: { releaseDate: '2026-04-10' } })
  expect(await unread(client1)).toBe(1)
})
