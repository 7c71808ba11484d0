import { sql } from 'kysely'
import { digestsOf, hashOf, newSalt, NO_HASH, type RecordFields } from './chain-record.ts'
import type { Db } from './database.ts'
import { statement } from './statement.ts'

/**
 * Records of what happened between a release and a company are chained when their transaction ends: all of it at once,
 * whatever wrote them, in the order of the chains, so that nobody waits in a ring and heads are held for a moment only.
 */

const written = new WeakMap<Db, number[]>()

/** Remembers rows of the history that this transaction has to seal before it ends. */
export function noteChained(tx: Db, ids: number[]): void {
  if (ids.length > 0) written.set(tx, [...(written.get(tx) ?? []), ...ids])
}

interface Unsealed extends RecordFields {
  id: number
  chain: string
  last_seq: number
  last_hash: Buffer
}

/** Takes the chains' heads, each until the transaction ends, and reads what is to be sealed as the database keeps it. */
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

/** Puts the rows one after the other, each into its chain. */
function chained(rows: readonly Unsealed[]) {
  const heads = new Map<string, { seq: number; hash: Buffer }>()
  const records = rows.map((row) => {
    const { chain } = row
    const { seq, hash: prev } = heads.get(chain) ?? { seq: row.last_seq, hash: row.last_hash }
    const salt = newSalt()
    const hash = hashOf(row, { chain, seq: seq + 1, prev }, digestsOf(row, salt))
    heads.set(chain, { seq: seq + 1, hash })
    return { id: row.id, seq: seq + 1, ...inHex({ prev, hash, salt }) }
  })
  return { records, heads: [...heads].map(([chain, { seq, hash }]) => ({ chain, seq, ...inHex({ hash }) })) }
}

const inHex = (bytes: Record<string, Buffer>) =>
  Object.fromEntries(Object.entries(bytes).map(([name, one]) => [name, one.toString('hex')]))

/** Seals what this transaction has written; nothing where it wrote of no chain. */
export async function sealChains(tx: Db): Promise<void> {
  const ids = written.get(tx)
  if (!ids) return
  written.delete(tx)
  const { records, heads } = chained(await taking.all(tx, { ids }))
  await sealing.all(tx, { records: JSON.stringify(records), heads: JSON.stringify(heads) })
}

/**
 * Takes the texts of records away for good, as the law may demand; what is left says that they were, and the chain holds.
 * @param ids of rows of the history, with or without a chain
 */
export async function eraseTexts(tx: Db, ids: number[]): Promise<void> {
  const rows = await tx
    .selectFrom('history')
    .select([
      'id',
      'entity',
      'entity_id',
      'field',
      'title',
      'before',
      'after',
      'note',
      'address',
      'user_id',
      'via',
      'at',
    ])
    .select('salt')
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('digests', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  const records = rows.map((row) => ({ id: row.id, digests: row.salt ? digestsOf(row, row.salt) : {} }))
  await sql`update history set before = 'null', after = 'null', note = null, salt = null, digests = record.digests,
      address = case when address is not null then '' end
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as record(id bigint, digests jsonb)
    where history.id = record.id`.execute(tx)
}
