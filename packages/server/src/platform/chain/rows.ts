import { sql } from 'kysely'
import type { chain as chains, chainRecord } from '@vypusk/contract'
import type { Db } from '../call.ts'

interface KeptRecord extends chains.OpenRecord {
  id: number
}

const inHex = (column: string) => sql<string | null>`encode(${sql.ref(column)}, 'hex')`

/**
 * Reads the records of a chain from the database, with bytes as hex, in order; records that were never sealed come
 * last.
 * @param within reads only records after one place and up to another, and at most `limit` of them
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

/** The notes recorded with these fields of a chain, each with what identifies the change it belongs to. */
export const notesOf = (db: Db, chain: string, fields: readonly string[]) =>
  db
    .selectFrom('history')
    .select(['entity', 'entity_id', 'user_id', 'at', 'note'])
    .distinct()
    .where('chain', '=', chain)
    .where('field', 'in', fields)
    .where('note', 'is not', null)
    .execute()

/** The heads of a release's chains, for all companies or for one, ordered by company. */
export const headsOf = (db: Db, release_id: number, company_id?: number) =>
  db
    .selectFrom('chain_heads')
    .select(['chain', 'company_id', 'seq', sql<string>`encode(hash, 'hex')`.as('hash')])
    .where('release_id', '=', release_id)
    .$if(company_id !== undefined, (heads) => heads.where('company_id', '=', company_id ?? 0))
    .orderBy('company_id')
    .execute()
