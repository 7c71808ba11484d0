import { afterAll, beforeAll, expect, test } from 'vitest'
import { letters } from '@vypusk/contract'
import type { Actor } from '../../platform/call.ts'
import { momentOf } from '../../platform/clock.ts'
import { NOBODY } from '../../platform/person.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { testApp, type TestApp } from '../../testing/app.ts'
import { failedDelivery } from '../../testing/making/failed-delivery.ts'
import { makePeople, makeRelease } from '../../testing/making/make.ts'
import { concludeAttempt } from './commands.ts'
import { undelivered } from './queries.ts'
import { queueAgain, takeWaiting } from './store.ts'

/** How old monitoring is told that letters and copies are. */

let product: TestApp
let actor: Actor
let id: number
beforeAll(async () => {
  // Nobody listens there: a letter that is repeated goes on waiting.
  product = await testApp({ SMTP_URL: 'smtp://127.0.0.1:1' })
  actor = { deps: product.deps, person: NOBODY }
  const { manager } = await makePeople(product.deps.db)
  id = await failedDelivery(product.deps.db, await makeRelease(product.deps.db, { author_id: manager }))
})
afterAll(() => product.close())

const read = async () =>
  (await undelivered.read(product.deps.db)).map(({ name, state, count, since }) => [name, state, count, since])

/** An attempt at this moment that fails. */
async function fail(moment: string, isFinal: boolean) {
  product.clock.set(moment)
  await inTransaction(actor, async (tx) => {
    const waiting = await takeWaiting(tx, id)
    if (waiting) await concludeAttempt(tx, actor, waiting, { error: new Error('away'), reason: 'Недоступен', isFinal })
  })
}

test('what waits is as old as the moment it was queued, and what failed as its last attempt', async () => {
  expect(await read()).toEqual([['mail', 'failed', 1, '2026-03-05T09:00:00.000Z']])
  const queued = '2026-03-06T07:00:00.000Z'
  await inTransaction(actor, (tx) => queueAgain(tx, [id], queued))
  for (const moment of ['2026-03-06T07:00:15.000Z', '2026-03-06T09:40:00.000Z']) {
    await fail(moment, false)
    expect(await read()).toEqual([['mail', 'queued', 1, queued]])
  }
  await fail('2026-03-06T11:40:00.000Z', true)
  expect(await read()).toEqual([['mail', 'failed', 1, '2026-03-06T11:40:00.000Z']])
})

test('a letter that a person repeats begins to wait anew', async () => {
  product.clock.set('2026-03-07T09:00:00.000Z')
  await product.deps.db.updateTable('deliveries').set({ queued_at: '2026-03-06T07:00:00.000Z' }).execute()
  await (
    await product.as('admin')
  )(letters.retryDelivery, { params: { id } })
  expect(await read()).toEqual([['mail', 'queued', 1, momentOf(product.clock)]])
})

test('what the release before has queued is as old as it says', async () => {
  const at = '2026-03-06T05:00:00.000Z'
  await product.deps.db.updateTable('deliveries').set({ queued_at: null, at, state: 'queued' }).execute()
  expect(await read()).toEqual([['mail', 'queued', 1, at]])
})
