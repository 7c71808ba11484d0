import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { agreements } from '@vypusk/contract'
import { newAgreement, update } from '../../testing/agreements.ts'
import { waitingForLocks } from '../../testing/database.ts'
import { draftOf, newRelease, publish, publishWorld } from '../../testing/publishing.ts'

/** Publishing while others do something about the same releases. */

const world = publishWorld()

/** An agreement that keeps its release from nothing: the client has agreed, and it is on the test environment. */
async function agreed(release_id: number, company_id: number): Promise<number> {
  const { client1, manager, people, product } = world
  const recipients = company_id === people.company1 ? [people.client1] : [people.client2]
  const id = await newAgreement(world, { company_id, recipients }, release_id)
  await update(manager, id, { updateTarget: 1, isPublishedOnTestEnv: true })
  await update(manager, id, { updateTarget: 5 })
  const client = company_id === people.company1 ? client1 : await product.as('client2')
  await update(client, id, { updateTarget: 5 })
  return id
}

test('a release whose agreed date is being moved is judged by what comes of it', async () => {
  const { manager, people, product } = world
  const { db } = product.deps
  const release = await newRelease(world)
  const customers = [people.company1, people.company2]
  const ids = [await agreed(release, people.company1), await agreed(release, people.company2)]
  const [low = 0, high = 0] = ids.toSorted((a, b) => a - b)
  const draft = await draftOf(world, { reason: undefined }, { release, customers })
  const publishing = await db.transaction().execute(async (tx) => {
    const moved = { by_rivc: false, by_client: false, releaseDate: '2026-03-24' }
    await tx.updateTable('agreements').set(moved).where('id', '=', low).execute()
    const answer = publish(world, draft)
    await expect.poll(() => waitingForLocks(db)).toBe(1)
    // Agreements are locked in the order of their ids, as everywhere.
    await sql`select from agreements where id = ${high} for update nowait`.execute(tx)
    return { answer }
  })
  const { status, refusal } = await publishing.answer
  expect([status, refusal.errors?.['reason']?.[0]]).toEqual([
    422,
    expect.stringContaining('Укажите причину: не готовы к публикации'),
  ])
  expect((await manager(agreements.get, { params: { id: low } })).body).toMatchObject({ published: false })
})
