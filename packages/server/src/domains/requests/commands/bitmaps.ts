import type { Deps } from '../../../platform/call.ts'
import { NOBODY } from '../../../platform/person.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { segmentsToKeep } from '../queries/bitmaps.ts'
import { dimensions } from '../queries/dimensions.ts'
import { writeSegment } from '../store/bitmaps.ts'

/** Keeps the bitmaps that charts are counted by (docs/decisions/0136). */

/** The newest ones first, because most changes are there. A million requests are fewer than this. */
const SEGMENTS_AT_ONCE = 1000

/** Makes the bitmaps of segments that have changed or have none yet, each in a transaction of its own. */
export async function keepBitmaps(deps: Deps): Promise<void> {
  for (const { segment } of await segmentsToKeep.all(deps.db, { most: SEGMENTS_AT_ONCE })) {
    await inTransaction({ deps, person: NOBODY }, (tx) => writeSegment(tx, segment, dimensions))
  }
}
