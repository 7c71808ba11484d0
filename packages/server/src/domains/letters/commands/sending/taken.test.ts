import { afterAll, beforeAll, expect, test } from 'vitest'
import { agreements } from '@vypusk/contract'
import { testApp, type TestApp } from '../../../../testing/app.ts'
import { createTestDatabase } from '../../../../testing/database.ts'
import { openDatabaseProxy, type DatabaseProxy } from '../../../../testing/servers/database-proxy.ts'
import { makePeople, makeRelease } from '../../../../testing/making/make.ts'
import { startSmtp, type TestSmtp } from '../../../../testing/servers/smtp.ts'
import { deliverNow } from '../../../../testing/once-free.ts'
import { deliver } from './deliver.ts'

/** A letter is accepted while the connection to the database breaks. */

let proxy: DatabaseProxy
let smtp: TestSmtp
let product: TestApp
beforeAll(async () => {
  const database = await createTestDatabase()
  proxy = await openDatabaseProxy(database.config)
  smtp = await startSmtp()
  product = await testApp(
    { LOG_LEVEL: 'silent', SMTP_URL: smtp.url },
    { database: { ...database, config: proxy.config } },
  )
  // Keeps the faults produced here out of the log.
  product.deps.log.level = 'silent'
})
afterAll(async () => {
  await product.close()
  await proxy.close()
  await smtp.stop()
})

/** A waiting letter that no worker has taken. */
async function waitingLetter(): Promise<number> {
  const { db } = product.deps
  const made = await makePeople(db)
  const release_id = await makeRelease(db, { author_id: made.manager }, { companies: [made.company1] })
  const api = await product.as('manager')
  const body = { release_id, company_id: made.company1, recipients: [made.client1], releaseDate: '2026-03-20' }
  const { id } = (await api(agreements.add, { body })).body
  await api(agreements.update, { params: { id }, body: { updateTarget: 5 } })
  const delivery = await db
    .updateTable('deliveries')
    .set({ state: 'queued', attempts: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  smtp.received.length = 0
  return delivery.id
}

test('a letter that the mail server has accepted is not sent again because the database was unreachable', async () => {
  const delivery_id = await waitingLetter()
  smtp.taken = async () => proxy.cut()
  await deliver(product.deps, { delivery_id }).catch(() => {})
  smtp.taken = async () => {}
  await deliverNow(product.deps, delivery_id)
  expect(smtp.received).toHaveLength(1)
  const { state, attempts } = await product.deps.db
    .selectFrom('deliveries')
    .select(['state', 'attempts'])
    .where('id', '=', delivery_id)
    .executeTakeFirstOrThrow()
  expect([state, attempts]).toEqual(['sent', 1])
})
