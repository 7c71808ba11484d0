import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { letterWorld } from '../../testing/letters.ts'
import { countOf, manyAgreements } from '../../testing/many-agreements.ts'
import { statementsOf } from '../../testing/statements.ts'
import { lookAtScopes } from './commands/looking.ts'

const world = letterWorld()

const look = async () => countOf((await statementsOf(() => lookAtScopes(world.product.deps))).texts)

/** How many statements notice that the scopes of this many companies have changed, and that they have returned. */
async function looks(many: number) {
  const { product, people } = world
  const { db } = product.deps
  const { release_id, ids } = await manyAgreements(product, people.manager, many)
  const describe = (description: string) =>
    db.updateTable('releases').set({ description }).where('id', '=', release_id).execute()
  const agreements = () => db.updateTable('agreements').where('release_id', '=', release_id)
  await describe('Как согласовано')
  await look()
  await sql`update agreements set by_client = true, agreed_sha = seen_sha, accepted_sha = seen_sha
    where release_id = ${release_id}`.execute(db)
  await describe('Иначе')
  const changed = await look()
  await agreements()
    .set((eb) => ({ accepted_sha: eb.ref('seen_sha') }))
    .execute()
  await describe('Как согласовано')
  const returned = await look()
  const held = await db
    .selectFrom('held_letters')
    .select(['entity_id', 'since', 'due_at', 'event_ids'])
    .where('topic', '=', 'agreement.scope_changed')
    .where('entity_id', 'in', ids)
    .orderBy('entity_id')
    .execute()
  const decided = await db
    .selectFrom('scope_decisions')
    .select(['agreement_id', 'kind'])
    .where('agreement_id', 'in', ids)
    .orderBy('id')
    .execute()
  const recorded = await db
    .selectFrom('history')
    .select('entity_id')
    .where('field', '=', 'scope_decision')
    .where('entity_id', 'in', ids)
    .orderBy('id')
    .execute()
  return { ids, held, decided, recorded, changed, returned }
}

test('changed scopes of 500 companies are noticed with as many statements as those of 40', async () => {
  const forty = await looks(40)
  const { ids, held, decided, recorded, changed, returned } = await looks(500)
  expect([changed, returned]).toEqual([forty.changed, forty.returned])
  expect(held.map(({ entity_id }) => entity_id)).toEqual(ids)
  // Each is told of the three changes by one letter, ten minutes after the last of them.
  const at = world.product.clock.now().getTime()
  const due_at = new Date(at + 10 * 60_000).toISOString()
  for (const one of held) {
    expect(one).toMatchObject({ since: expect.any(String), due_at, event_ids: [0, 0, 0].map(() => expect.any(Number)) })
    expect(one.event_ids).toEqual(one.event_ids.toSorted((a, b) => a - b))
  }
  expect(decided).toEqual(ids.map((agreement_id) => ({ agreement_id, kind: 'returned' })))
  expect(recorded.map(({ entity_id }) => entity_id)).toEqual(ids)
})
