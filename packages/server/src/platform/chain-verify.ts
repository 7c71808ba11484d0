import { sql } from 'kysely'
import { chain as chains, chainRecord } from '@vypusk/contract'
import type { Db } from './call.ts'
import { chainOf, sum } from './chain-record.ts'

interface KeptRecord extends chains.OpenRecord {
  id: number
}

const inHex = (column: string) => sql<string | null>`encode(${sql.ref(column)}, 'hex')`

/**
 * Records of a chain as the database keeps them, bytes in hex, in their order; those that were never sealed last.
 * @param within after that place, and up to the other; at most so many
 */
export const recordsOf = (
  db: Db,
  chain: string,
  within?: { after: number; upTo: number; limit: number },
): Promise<KeptRecord[]> =>
  db
    .selectFrom('history')
    .select(['id', 'entity', 'entity_id', 'field', 'title', 'before', 'after', 'note', 'address'])
    .select(['user_id', 'via', 'at', 'seq', sql<chainRecord.Digests | null>`digests`.as('digests')])
    .select([inHex('prev').as('prev'), inHex('hash').as('hash'), inHex('salt').as('salt')])
    .select(sql<string>`chain`.as('chain'))
    .where('chain', '=', chain)
    .$if(within !== undefined, (rows) =>
      rows
        .where('seq', '>', within?.after ?? 0)
        .where('seq', '<=', within?.upTo ?? 0)
        .limit(within?.limit ?? 0),
    )
    .orderBy('seq')
    .orderBy('id')
    .execute()

/** Where the chains of a release end, those of all companies or of one; by company. */
export const headsOf = (db: Db, release_id: number, company_id?: number) =>
  db
    .selectFrom('chain_heads')
    .select(['chain', 'company_id', 'seq', sql<string>`encode(hash, 'hex')`.as('hash')])
    .where('release_id', '=', release_id)
    .$if(company_id !== undefined, (heads) => heads.where('company_id', '=', company_id ?? 0))
    .orderBy('company_id')
    .execute()

/** Whether everything that was written of a release and a company stands as it was written, and nothing else. */
export async function verifyChain(db: Db, release_id: number, company_id: number): Promise<chains.ChainVerdict> {
  const chain = chainOf({ release_id, company_id })
  const [head] = await headsOf(db, release_id, company_id)
  return chains.verifyRecords(head ?? { chain, seq: 0, hash: chainRecord.NO_HASH }, await recordsOf(db, chain), sum)
}
