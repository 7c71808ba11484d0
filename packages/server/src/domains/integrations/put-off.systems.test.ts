import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { releases } from '@vypusk/contract'
import { momentOf } from '../../platform/clock.ts'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makePeople, makeRelease } from '../../testing/making/make.ts'
import { startReceiver, type TestReceiver } from '../../testing/servers/receiver.ts'
import { addWebhook, deliveriesTo } from '../../testing/webhooks.ts'
import { MOST_ATTEMPTS } from '../deliveries/port.ts'
import { groupOf } from './rules.ts'

/** A receiver that is busy says when it can be asked again. */

let receiver: TestReceiver
let product: TestApp
let admin: Api
let manager: Api
let release: number
beforeAll(async () => {
  receiver = await startReceiver()
  const retries = { retryLimit: 20, retryDelay: 1, retryBackoff: false, lookSeconds: 0.5 }
  product = await testApp({ WEBHOOKS_TO_PRIVATE: 'on' }, { retries })
  release = await makeRelease(product.deps.db, { author_id: (await makePeople(product.deps.db)).manager })
  ;[admin, manager] = [await product.as('admin'), await product.as('manager')]
})
afterAll(async () => {
  await product.close()
  await receiver.close()
})
beforeEach(async () => {
  await product.deps.db.deleteFrom('webhooks').execute()
  await sql`delete from pgboss.job where name = 'webhook'`.execute(product.deps.db)
})

const answers = (status: number, retryAfter?: string) => {
  receiver.answer = () => ({ status, ...(retryAfter !== undefined && { headers: { 'retry-after': retryAfter } }) })
}

interface Job {
  state: string
  group_id: string
  seconds: number
}
const jobs = async () =>
  (
    await sql<Job>`select state, group_id, round(extract(epoch from start_after - created_on))::int as seconds
      from pgboss.job where name = 'webhook' order by created_on`.execute(product.deps.db)
  ).rows

/** A webhook with one delivery. */
async function announced() {
  const { id } = (await addWebhook(admin, `${receiver.url}/hook`)).webhook
  await manager(releases.saveComment, { params: { id: release }, body: { comment: `Вебхук ${id}` } })
  const log = async () => (await deliveriesTo(admin, id))[0]
  return { log, tried: async () => [(await log())?.state, (await log())?.tries.length] }
}

/** The jobs that wait begin now. */
const passTime = () =>
  sql`update pgboss.job set start_after = now() where name = 'webhook' and state = 'created'`.execute(product.deps.db)

test.each([
  ['seconds', 429, () => '3600', 3600],
  ['a moment', 503, () => new Date(product.clock.now().getTime() + 1_800_000).toUTCString(), 1800],
  ['for longer than a day', 429, () => '999999999', 86_400],
])('is asked again when it said, by a job of the same group: %s', async (_, status, header, seconds) => {
  answers(status, header())
  const { log, tried } = await announced()
  await expect.poll(async () => (await jobs()).map(({ state }) => state)).toEqual(['completed', 'created'])
  expect(await tried()).toEqual(['queued', 1])
  const [first, next] = await jobs()
  expect(next).toEqual({ state: 'created', group_id: first?.group_id, seconds })
  expect(first?.group_id).toBe(groupOf(receiver.url, (await log())?.id ?? 0))
  answers(204)
  await passTime()
  await expect.poll(tried).toEqual(['sent', 2])
})

test.each([
  ['a pause shorter than ours', 429, '5'],
  ['what cannot be read', 429, 'soon'],
  ['nothing', 503, undefined],
  ['a pause that belongs to another status', 500, '3600'],
])('is asked again by the queue where it says %s', async (_, status, header) => {
  answers(status, header)
  const { tried } = await announced()
  await expect.poll(tried).toEqual(['queued', 2])
  expect(await jobs()).toHaveLength(1)
})

test('no attempt is added or lost, and the pauses go on growing', async () => {
  answers(429, '3600')
  const { log, tried } = await announced()
  await expect.poll(async () => (await jobs()).length).toBe(2)
  answers(503)
  await passTime()
  await expect.poll(async () => (await jobs()).length).toBe(3)
  expect((await jobs())[2]?.seconds).toBe(30)
  const delivery_id = (await log())?.id ?? 0
  const made = { delivery_id, at: momentOf(product.clock), took_ms: 1, answer: '', is_by_hand: false }
  await product.deps.db
    .insertInto('webhook_tries')
    .values(Array.from({ length: MOST_ATTEMPTS - 3 }, () => made))
    .execute()
  answers(429, '3600')
  await passTime()
  await expect.poll(tried).toEqual(['failed', MOST_ATTEMPTS])
  await expect.poll(async () => (await jobs()).map(({ state }) => state)).toEqual(Array(3).fill('completed'))
})
