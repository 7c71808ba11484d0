import { expect, test, vi } from 'vitest'
import { emptyBox, letterWorld, newAgreement, send } from '../../../../testing/letters.ts'
import { deliverNow } from '../../../../testing/once-free.ts'
import { PATIENT } from '../../../../testing/patience.ts'
import { openTransactions } from '../../../../testing/transactions.ts'
import { deliver } from './deliver.ts'

const world = letterWorld()

const stateOf = (id: number) =>
  world.product.deps.db.selectFrom('deliveries').select(['state', 'attempts']).where('id', '=', id).executeTakeFirst()

test('while the mail server takes its time, no transaction is open', async () => {
  const { deps } = world.product
  const { promise, resolve } = Promise.withResolvers<void>()
  world.smtp.taken = () => promise
  deps.outcomeWaitMs = 100
  const id = await newAgreement(world, { recipients: [], recipientsExtra: ['a@example.ru', 'b@example.ru'] })
  expect((await send(world, id)).body.mail).toBe('queued')
  await vi.waitFor(() => expect(world.smtp.received).toHaveLength(2), PATIENT)
  const { db } = deps
  const deliveries = await db.selectFrom('deliveries').select('id').where('entity_id', '=', id).orderBy('id').execute()
  expect(await openTransactions(db)).toEqual([])
  // No other worker sends it meanwhile.
  const first = deliveries[0]?.id ?? 0
  await expect(deliver(deps, { delivery_id: first })).rejects.toThrow('is already being sent')
  resolve()
  await vi.waitFor(async () => expect(await stateOf(first)).toEqual({ state: 'sent', attempts: 1 }), PATIENT)
  await deliverNow(deps, first)
  expect(world.smtp.received).toHaveLength(2)
})

test('a sent letter stays sent, although what follows from it fails', async () => {
  const { deps } = world.product
  const id = await newAgreement(world)
  await send(world, id)
  await emptyBox(world)
  const { db } = deps
  const { id: delivery_id } = await db
    .updateTable('deliveries')
    .set({ state: 'queued', attempts: 0 })
    .where('entity_id', '=', id)
    .returning('id')
    .executeTakeFirstOrThrow()
  const listeners = {
    ...deps.listeners,
    of: () => [{ run: () => Promise.reject(new Error('a listener that is broken')) }],
  }
  await expect(deliver({ ...deps, listeners }, { delivery_id })).rejects.toThrow('a listener that is broken')
  expect(await stateOf(delivery_id)).toEqual({ state: 'sent', attempts: 1 })
  await deliverNow(deps, delivery_id)
  expect(world.smtp.received).toHaveLength(1)
})
