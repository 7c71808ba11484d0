import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { releases, webhooks } from '@vypusk/contract'
import { momentOf } from '../../platform/clock.ts'
import { testApp, type TestApp } from '../../testing/app.ts'
import { makePeople, makeRelease } from '../../testing/making/make.ts'
import { PATIENT } from '../../testing/patience.ts'
import { startReceiver, type TestReceiver } from '../../testing/servers/receiver.ts'
import { addWebhook, deliveriesTo } from '../../testing/webhooks.ts'
import { MOST_ATTEMPTS } from '../deliveries/port.ts'
import { queueLost } from './commands/sending.ts'

/** Deliveries to other systems do not wait for ever, even if a process was killed while sending them. */

let receiver: TestReceiver
let product: TestApp
beforeAll(async () => {
  receiver = await startReceiver()
  product = await testApp({ WEBHOOKS_TO_PRIVATE: 'on' })
  receiver.answer = () => ({ status: 500 })
})
afterAll(async () => {
  await product.close()
  await receiver.close()
})

/** Adds a delivery without a job, with all attempts recorded but the one in which the process was killed. */
async function makeLost(webhook_id: number, is_by_hand = false): Promise<number> {
  const { db, clock } = product.deps
  const at = momentOf(clock)
  const { id: delivery_id } = await db
    .insertInto('webhook_deliveries')
    .values({ webhook_id, kind: 'release.changed', body: '{}', created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const tries = Array.from({ length: MOST_ATTEMPTS - 1 }, () => ({
    delivery_id,
    at,
    took_ms: 1,
    answer: '',
    is_by_hand,
  }))
  await db.insertInto('webhook_tries').values(tries).execute()
  return delivery_id
}

test('a waiting delivery that lost its job is queued once; one that has a job is not sent twice', async () => {
  const { deps } = product
  const release = await makeRelease(deps.db, { author_id: (await makePeople(deps.db)).manager })
  const [admin, manager] = [await product.as('admin'), await product.as('manager')]
  const { webhook } = await addWebhook(admin, `${receiver.url}/hook`)
  const lost = await makeLost(webhook.id)
  await manager(releases.saveComment, { params: { id: release }, body: { comment: 'Своё задание есть' } })
  const log = () => deliveriesTo(admin, webhook.id)
  await vi.waitFor(async () => expect((await log())[0]?.tries).toHaveLength(1), PATIENT)
  expect((await log()).map(({ state }) => state)).toEqual(['queued', 'queued'])

  await Promise.all([queueLost(deps), queueLost(deps)])
  await vi.waitFor(async () => expect((await log())[1]?.state).toBe('failed'), PATIENT)
  await queueLost(deps)
  const jobs = await sql<{ delivery_id: number; count: number }>`
    select (data ->> 'delivery_id')::int as delivery_id, count(*)::int as count from pgboss.job
    where name = 'webhook' group by 1 order by 1`.execute(deps.db)
  expect(jobs.rows.map(({ count }) => count)).toEqual([1, 1])
  expect(jobs.rows[0]?.delivery_id).toBe(lost)
  expect(receiver.received.map(({ headers }) => Number(headers['x-vypusk-delivery']))).toContain(lost)
})

test('what a person sends again does not count among the attempts after which a delivery has failed', async () => {
  const admin = await product.as('admin')
  const { id } = (await addWebhook(admin, `${receiver.url}/again`)).webhook
  const delivery_id = await makeLost(id, true)
  const own = async () => (await deliveriesTo(admin, id))[0]
  await admin(webhooks.repeat, { params: { id, delivery_id } })
  await queueLost(product.deps)
  await vi.waitFor(async () => expect((await own())?.tries).toHaveLength(MOST_ATTEMPTS + 1), PATIENT)
  expect((await own())?.state).toBe('queued')
})
