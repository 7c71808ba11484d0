import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '../../../../platform/database.ts'
import { inTransaction } from '../../../../platform/transaction.ts'
import { NOBODY } from '../../../../platform/person.ts'
import { testApp } from '../../../../testing/app.ts'
import { createTestDatabase } from '../../../../testing/database.ts'
import { failedDelivery } from '../../../../testing/making/failed-delivery.ts'
import { testLog } from '../../../../testing/log.ts'
import { makePeople, makeRelease } from '../../../../testing/making/make.ts'
import { startSmtp } from '../../../../testing/servers/smtp.ts'
import { queueAgain, sendJobs } from '../../../deliveries/port.ts'

/** The process ends while a letter is on its way. */

/** Longer than the seconds that a command waits for at its end. */
const SLOW_MS = 7000

/** A product with a letter, and whose mail server takes its time. */
async function sending() {
  const smtp = await startSmtp()
  onTestFinished(() => smtp.stop())
  const arrived = Promise.withResolvers<void>()
  smtp.taken = async () => {
    arrived.resolve()
    await pause(SLOW_MS)
  }
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  const product = await testApp(
    { SMTP_URL: smtp.url },
    {
      database: { ...database, drop: async () => {} },
      left: () => 25_000,
    },
  )
  const { manager } = await makePeople(product.deps.db)
  const release_id = await makeRelease(product.deps.db, { author_id: manager })
  const delivery_id = await failedDelivery(product.deps.db, release_id)
  const queue = () =>
    inTransaction({ deps: product.deps, person: NOBODY }, async (tx) => {
      await sendJobs(tx, product.deps.jobs, await queueAgain(tx, [delivery_id], '2026-03-06T07:00:00.000Z'))
    })
  /** How the letter stands, after the product has been closed too. */
  const state = async () => {
    const { db, close } = openDatabase(database.config, testLog)
    return (await db.selectFrom('deliveries').select('state').executeTakeFirstOrThrow().finally(close)).state
  }
  return { smtp, product, queue, state, arrived: arrived.promise }
}

test('a letter that the mail server is taking is waited for, and known as sent', async () => {
  const { product, queue, state, arrived } = await sending()
  await queue()
  await arrived
  await product.close()
  expect(await state()).toBe('sent')
})

test('while replies are finished, no letter is begun', async () => {
  const { smtp, product, queue, state } = await sending()
  const close = product.app.close.bind(product.app)
  // A reply in progress that queues a letter.
  const slowly = async () => {
    await queue()
    await pause(1500)
    await close()
  }
  vi.spyOn(product.app, 'close').mockImplementation(slowly as typeof close)
  await product.close()
  expect([smtp.received.length, await state()]).toEqual([0, 'queued'])
})
