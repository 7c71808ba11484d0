import type { Deps } from '../../../platform/call.ts'
import { daysAgo, momentOf } from '../../../platform/clock.ts'
import { NOBODY } from '../../../platform/person.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { UNFINISHED_DAYS, UNUSED_DAYS } from '../policy.ts'
import { deletedSince, lockUnused, markDeleted, usesOf } from '../store/files.ts'
import { deleteAnswered, giveUpStale } from '../store/uploads.ts'
import { discard, dropBytes } from './bytes.ts'

/** Rows locked at once. */
const AT_ONCE = 100
/** Longer than a night's sweeping is ever late. */
const DELETED_DAYS = 3

/** Repeats until a round finds fewer than it could have. @returns how many in all */
async function inRounds(round: () => Promise<number>): Promise<number> {
  let all = 0
  for (let found = AT_ONCE; found === AT_ONCE; all += found) found = await round()
  return all
}

/** Uploads that stopped: given up first, so that nobody goes on with one whose bytes are going. */
async function sweepUploads(deps: Deps) {
  const stale = { since: daysAgo(deps.clock, UNFINISHED_DAYS), at: momentOf(deps.clock), limit: AT_ONCE }
  const uploads = await inTransaction({ deps, person: NOBODY }, (tx) => giveUpStale(tx, stale))
  await discard(deps, uploads)
  return uploads.length
}

/** Files that got no place: asked for again once they are locked, as whoever attaches a file locks it first. */
async function sweepUnused(deps: Deps) {
  const swept = await inTransaction({ deps, person: NOBODY }, async (tx) => {
    const rows = await lockUnused(tx, daysAgo(deps.clock, UNUSED_DAYS), AT_ONCE)
    if (rows.length === 0) return []
    const ids = rows.map(({ id }) => id)
    const used = new Set((await usesOf(tx, ids)).map(({ file_id }) => file_id))
    const unused = rows.filter(({ id }) => !used.has(id))
    if (unused.length > 0) {
      await markDeleted(
        tx,
        unused.map(({ id }) => id),
        deps.clock.now().toISOString(),
      )
    }
    return unused.map(({ storage_key }) => storage_key)
  })
  await dropBytes(deps, swept)
  return swept.length
}

/**
 * Clears away what came in and is used by nothing: uploads that stopped, files that got no place, and the bytes of
 * files deleted lately, should the process have died between the row and the bytes.
 */
export async function sweepFiles(deps: Deps): Promise<void> {
  const uploads = await inRounds(() => sweepUploads(deps))
  await deleteAnswered(deps.db, daysAgo(deps.clock, UNFINISHED_DAYS))
  const unused = await inRounds(() => sweepUnused(deps))
  await dropBytes(deps, await deletedSince(deps.db, daysAgo(deps.clock, DELETED_DAYS)))
  deps.log.info({ uploads, unused }, 'files swept')
}
