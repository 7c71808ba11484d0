import { sql } from 'kysely'
import { digestsOf, hashOf, newSalt, NO_HASH, type RecordFields } from './chain/record.ts'
import type { Db } from './database.ts'
import { takingTurns } from './runtime/turns.ts'
import { statement } from './statement.ts'

/**
 * Records about a release and a company are added to their chain at the end of the transaction: all of them at once,
 * whatever wrote them, and chain by chain in a fixed order. This avoids deadlocks and keeps the heads locked only
 * briefly.
 */

const written = new WeakMap<Db, number[]>()

/** Remembers history rows that this transaction has to seal before it ends. */
export function noteChained(tx: Db, ids: number[]): void {
  if (ids.length > 0) written.set(tx, [...(written.get(tx) ?? []), ...ids])
}

interface Unsealed extends RecordFields {
  id: number
  chain: string
  last_seq: number
  last_hash: Buffer
}

/**
 * Locks the heads of the chains until the end of the transaction, and reads the records to be sealed as they are
 * stored.
 */
const taking = statement(
  (_, { ids }: { ids: number[] }) => sql<Unsealed>`
    with record as materialized (
      select id, chain, entity, entity_id, field, title, before, after, note, address, user_id, via, at
      from history where id = any(${ids}::bigint[]) and chain is not null and hash is null),
    head as (
      insert into chain_heads as head (chain, release_id, company_id, seq, hash)
      select chain, split_part(chain, '/', 1)::int, split_part(chain, '/', 2)::int, 0, ${NO_HASH}
      from (select distinct chain from record) as named order by chain
      on conflict (chain) do update set seq = head.seq
      returning chain, seq, hash)
    select record.*, head.seq as last_seq, head.hash as last_hash
    from record join head on head.chain = record.chain order by record.id`,
)

const sealing = statement(
  (_, { records, heads }: { records: string; heads: string }) => sql`
    with sealed as (
      update history set seq = record.seq, prev = decode(record.prev, 'hex'), hash = decode(record.hash, 'hex'),
        salt = decode(record.salt, 'hex')
      from jsonb_to_recordset(${records}::jsonb) as record(id bigint, seq int, prev text, hash text, salt text)
      where history.id = record.id)
    update chain_heads set seq = last.seq, hash = decode(last.hash, 'hex')
    from jsonb_to_recordset(${heads}::jsonb) as last(chain text, seq int, hash text)
    where chain_heads.chain = last.chain`,
)

/** Computes place and hash of each row in its chain. There may be hundreds of long ones. */
async function chained(rows: readonly Unsealed[]) {
  const turn = takingTurns()
  const heads = new Map<string, { seq: number; hash: Buffer }>()
  const records = []
  for (const row of rows) {
    await turn()
    const { chain } = row
    const { seq, hash: prev } = heads.get(chain) ?? { seq: row.last_seq, hash: row.last_hash }
    const salt = newSalt()
    const hash = hashOf(row, { chain, seq: seq + 1, prev }, digestsOf(row, salt))
    heads.set(chain, { seq: seq + 1, hash })
    records.push({ id: row.id, seq: seq + 1, ...inHex({ prev, hash, salt }) })
  }
  return { records, heads: [...heads].map(([chain, { seq, hash }]) => ({ chain, seq, ...inHex({ hash }) })) }
}

const inHex = (bytes: Record<string, Buffer>) =>
  Object.fromEntries(Object.entries(bytes).map(([name, one]) => [name, one.toString('hex')]))

/** Seals the records written by this transaction, if any. */
export async function sealChains(tx: Db): Promise<void> {
  const ids = written.get(tx)
  if (!ids) return
  written.delete(tx)
  const { records, heads } = await chained(await taking.all(tx, { ids }))
  await sealing.all(tx, { records: JSON.stringify(records), heads: JSON.stringify(heads) })
}
