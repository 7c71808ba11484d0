import { expect, test } from 'vitest'
import { agreements } from '@vypusk/contract'
import { letterWorld } from '../../testing/letters.ts'
import { countOf, manyAgreements } from '../../testing/making/many-agreements.ts'
import { statementsOf } from '../../testing/statements.ts'

/** Events of one act on many things reach webhooks and channels without a statement for each. */

const world = letterWorld()

async function listening(format: 'own' | 'slack') {
  const { db, clock } = world.product.deps
  const about = { url: 'http://127.0.0.1:9/hook', secret: 'test', created_at: clock.now().toISOString(), format }
  return db
    .insertInto('webhooks')
    .values({ ...about, kinds: ['agreement.sent'] })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** How many statements send this many dates, and what both webhooks are sent of them. */
async function sends(many: number, webhooks: number[]) {
  const { product, people, manager } = world
  const { db } = product.deps
  const unsent = { by_rivc: false, sent_at: null, heard_at: null }
  const { ids } = await manyAgreements(product, people.manager, many, unsent)
  await db.deleteFrom('webhook_deliveries').execute()
  const { result, texts } = await statementsOf(() => manager(agreements.sendMany, { body: { ids } }))
  expect(result.body.done).toEqual(ids)
  const bodies = await db
    .selectFrom('webhook_deliveries')
    .select(['webhook_id', 'body'])
    .where('webhook_id', 'in', webhooks)
    .orderBy('id')
    .execute()
  return { ids, bodies, sent: countOf(texts) }
}

test('a webhook and a channel are told of 200 dates with as many statements as of 40', async () => {
  const [own, slack] = [await listening('own'), await listening('slack')]
  const forty = await sends(40, [own.id, slack.id])
  const { ids, bodies, sent } = await sends(200, [own.id, slack.id])
  // Names may be read again meanwhile, or a connection be opened.
  expect(sent - forty.sent).toBeLessThan(9)
  expect(bodies.map(({ webhook_id }) => webhook_id)).toEqual(ids.flatMap(() => [own.id, slack.id]))
  const told = bodies.filter(({ webhook_id }) => webhook_id === own.id)
  expect(told.map(({ body }) => (JSON.parse(body) as { id: number }).id)).toEqual(ids)
  const read = bodies.filter(({ webhook_id }) => webhook_id === slack.id)
  for (const [index, id] of ids.entries()) expect(read[index]?.body).toContain(`/agreements/${id}`)
})
