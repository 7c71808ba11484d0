import type { Deps } from '../../../platform/call.ts'
import { daysAgo, momentOf } from '../../../platform/clock.ts'
import { NOBODY } from '../../../platform/person.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { UNFINISHED_DAYS, UNUSED_DAYS } from '../policy.ts'
import { deletedSince, lockUnused, markDeleted, usesOf } from '../store/files.ts'
import { deleteAnswered, giveUpStale } from '../store/uploads.ts'
import { discard, dropBytes } from './bytes.ts'

/** The most rows locked at once. */
const AT_ONCE = 100
/** More days than the nightly sweeping is ever late. */
const DELETED_DAYS = 3

/** Repeats until a round is not full. @returns the total */
async function inRounds(round: () => Promise<number>): Promise<number> {
  let all = 0
  for (let found = AT_ONCE; found === AT_ONCE; all += found) found = await round()
  return all
}

/**
 * Deletes uploads that have stopped. They are given up first, so that nobody resumes one whose bytes are being deleted.
 * @param at the same for all rounds of a sweeping: what was given up then and could not be deleted is left to the next one
 */
async function sweepUploads(deps: Deps, at: string) {
  const stale = { since: daysAgo(deps.clock, UNFINISHED_DAYS), at, limit: AT_ONCE }
  const uploads = await inTransaction({ deps, person: NOBODY }, (tx) => giveUpStale(tx, stale))
  await discard(deps, uploads)
  return uploads.length
}

/** Deletes unused files. Their use is checked again once they are locked, as attaching a file locks it first. */
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
 * Deletes what was uploaded and is not used: stopped uploads, unused files, and the bytes of recently deleted files,
 * should the process have died between deleting the row and the bytes.
 */
export async function sweepFiles(deps: Deps): Promise<void> {
  const at = momentOf(deps.clock)
  const uploads = await inRounds(() => sweepUploads(deps, at))
  await deleteAnswered(deps.db, daysAgo(deps.clock, UNFINISHED_DAYS))
  const unused = await inRounds(() => sweepUnused(deps))
  await dropBytes(deps, await deletedSince(deps.db, daysAgo(deps.clock, DELETED_DAYS)))
  deps.log.info({ uploads, unused }, 'files swept')
}
