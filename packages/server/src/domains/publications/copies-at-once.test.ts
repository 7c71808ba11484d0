import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { waitingForLocks } from '../../testing/database.ts'
import { draftOf, fileOf, newRelease, publish, publishWorld } from '../../testing/publishing.ts'

/** Publishing with copies: nothing listens at this address, so they stay queued. */

const world = publishWorld(() => ({ FTP_URL: 'ftp://127.0.0.1:9' }))

test('like-named files of like-named releases published at once get paths of their own', async () => {
  const { db } = world.product.deps
  const drafts = await Promise.all(
    [1, 2].map(async () => {
      const release = await newRelease(world, { title: 'Весна' })
      const files = [await fileOf(world, { name: 'update.zip' })]
      return draftOf(world, { recipients: {} }, { release, files })
    }),
  )
  const publishing = await db.transaction().execute(async (tx) => {
    // Nobody writes a delivery yet, but which paths are taken can be read.
    await sql`lock table deliveries in share mode`.execute(tx)
    const answers = drafts.map((draft) => publish(world, draft))
    await expect.poll(() => waitingForLocks(db)).toBe(2)
    return { answers }
  })
  const replies = await Promise.all(publishing.answers)
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  const rows = await db.selectFrom('deliveries').select('target').where('kind', '=', 'ftp').execute()
  expect(rows.map(({ target }) => target.split('/').slice(1).join('/')).toSorted()).toEqual([
    expect.stringMatching(/^Весна\/update \(\d+\)\.zip$/),
    'Весна/update.zip',
  ])
})
