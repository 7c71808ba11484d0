import type { Deps } from '../../../platform/call.ts'
import { daysAgo, momentOf } from '../../../platform/clock.ts'
import { NOBODY } from '../../../platform/person.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { LINK_MS, UNFINISHED_DAYS, UNUSED_DAYS } from '../policy.ts'
import { filesWithBytesLeft, lockUnused, markDeleted, removeLinksOver, usesOf } from '../store/files.ts'
import { deleteAnswered, giveUpStale } from '../store/uploads.ts'
import { discard, dropBytes } from './bytes.ts'
import { otherStore } from './other-store.ts'

/** The most rows locked at once. */
const AT_ONCE = 100
/** The longest that bytes of deleted files are swept, after the upgrade of an old installation above all. */
const LONGEST_MS = 60_000

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
async function sweepUnused(deps: Deps, at: string) {
  const swept = await inTransaction({ deps, person: NOBODY }, async (tx) => {
    const rows = await lockUnused(tx, { since: daysAgo(deps.clock, UNUSED_DAYS), at, limit: AT_ONCE })
    if (rows.length === 0) return []
    const ids = rows.map(({ id }) => id)
    const used = new Set((await usesOf(tx, ids)).map(({ file_id }) => file_id))
    const unused = rows.filter(({ id }) => !used.has(id))
    if (unused.length > 0) {
      await markDeleted(
        tx,
        unused.map(({ id }) => id),
        at,
      )
    }
    return unused.map(({ storage_key }) => storage_key)
  })
  await dropBytes(deps, swept)
  return swept.length
}

/**
 * Deletes the bytes of deleted files that are still there: the process died, or the store was away. Those that it does
 * not let go of keep no others from their turn.
 */
async function sweepBytes(deps: Deps): Promise<void> {
  const ends = performance.now() + LONGEST_MS
  let after = 0
  await inRounds(async () => {
    const rows = performance.now() < ends ? await filesWithBytesLeft(deps.db, after, AT_ONCE) : []
    await dropBytes(
      deps,
      rows.map(({ storage_key }) => storage_key),
    )
    after = rows.at(-1)?.id ?? after
    return rows.length
  })
}

/**
 * Deletes what was uploaded and is not used: stopped uploads, unused files, and what is left of deleted ones. Another
 * store has nothing of all this, and once it were noted as deleted, nothing would ever delete it from the right one.
 */
export async function sweepFiles(deps: Deps): Promise<void> {
  // A store that does not answer is not known to be another one, and deletes nothing.
  const other = await otherStore(deps).catch(() => null)
  if (other !== null) return deps.log.error(other)
  const at = momentOf(deps.clock)
  const uploads = await inRounds(() => sweepUploads(deps, at))
  await deleteAnswered(deps.db, { since: daysAgo(deps.clock, UNFINISHED_DAYS), at })
  const unused = await inRounds(() => sweepUnused(deps, at))
  await sweepBytes(deps)
  deps.log.info({ uploads, unused }, 'files swept')
}

/** Deletes links that are over, and those of a clock that was ahead before it gets there again. */
export const sweepFileLinks = (deps: Deps) =>
  inTransaction({ deps, person: NOBODY }, (tx) => removeLinksOver(tx, momentOf(deps.clock), LINK_MS))
