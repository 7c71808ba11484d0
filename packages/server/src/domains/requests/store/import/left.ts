import { wasBefore } from '../../../../platform/sql.ts'
import type { Transaction } from '../../../../platform/transaction.ts'

/** Deletes what imports left whose process died: their keys and their progress. @param before ISO 8601, not later than now */
export async function dropLeft(tx: Transaction, { before, now }: { before: string; now: string }) {
  await tx
    .deleteFrom('import_keys')
    .where(wasBefore('at', before, now))
    .execute()
  await tx
    .deleteFrom('import_progress')
    .where(wasBefore('at', before, now))
    .execute()
}
