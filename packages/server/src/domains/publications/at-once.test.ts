import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { agreements } from '@vypusk/contract'
import { waitingForLocks } from '../../testing/database.ts'
import { draftOf, newAgreed, newRelease, publish, publishWorld } from '../../testing/publishing.ts'

/** Publishing while others do something about the same releases. */

const world = publishWorld()

test('a release whose agreed date is being moved is judged by what comes of it', async () => {
  const { manager, people, product } = world
  const { db } = product.deps
  const release = await newRelease(world)
  const customers = [people.company1, people.company2]
  const ids = [await newAgreed(world, release, people.company1), await newAgreed(world, release, people.company2)]
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
