import { chain as chains, chainRecord } from '@vypusk/contract'
import type { Db } from '../platform/call.ts'
import { chainOf, sum } from '../platform/chain/record.ts'
import { headsOf, recordsOf } from '../platform/chain/rows.ts'

/** Verifies that the records about a release and a company are exactly those that were written. */
export async function verifyChain(db: Db, release_id: number, company_id: number): Promise<chains.ChainVerdict> {
  const chain = chainOf({ release_id, company_id })
  const [head] = await headsOf(db, release_id, company_id)
  return chains.verifyRecords(head ?? { chain, seq: 0, hash: chainRecord.NO_HASH }, await recordsOf(db, chain), sum)
}
