import { randomUUID } from 'node:crypto'
import type { Deps } from '../../../../platform/call.ts'
import { momentOf } from '../../../../platform/clock.ts'
import type { Transaction } from '../../../../platform/transaction.ts'
import { claimedLines } from '../../queries/import/keys.ts'
import { claimKeys, dropKeys, lockMarked, markKeys } from '../../store/import/keys.ts'

/** The keys of one file, stored in the database while it is imported. */
export interface Keys {
  /**
   * Registers the keys of a part.
   * @returns for a line whose key occurred before, the line of its first occurrence
   */
  claim: (drafts: { source_key: string; line: number }[]) => Promise<Map<number, number>>
  /** Marks requests that will be changed. */
  mark: (known: { id: number; source_key: string }[]) => Promise<void>
  /** Locks the marked requests, ordered by id as everywhere, whatever their order in the file. */
  lock: (tx: Transaction) => Promise<void>
}

/** Runs the work with the keys of a file; they are deleted when it ends, or by `sweepImports` if its process died. */
export async function withKeys<Result>(deps: Deps, work: (keys: Keys) => Promise<Result>): Promise<Result> {
  const import_id = randomUUID()
  try {
    return await work(keysOf(deps, import_id))
  } finally {
    await dropKeys(deps.db, import_id).catch((error: unknown) =>
      deps.log.error({ err: error, import_id }, 'keys of an import left for a day'),
    )
  }
}

const keysOf = ({ db, clock }: Deps, import_id: string): Keys => ({
  claim: async (drafts) => {
    if ((await claimKeys(db, { import_id, at: momentOf(clock) }, drafts)) === drafts.length) return new Map()
    const keys = drafts.map(({ source_key }) => source_key)
    const taken = await claimedLines.all(db, { import_id, keys })
    const first = new Map(taken.map(({ source_key, line }) => [source_key, line]))
    const again = drafts.map(({ source_key, line }): [number, number] => [line, first.get(source_key) ?? line])
    return new Map(again.filter(([line, before]) => line !== before))
  },
  mark: (known) => markKeys(db, import_id, known),
  lock: (tx) => lockMarked(tx, import_id),
})
