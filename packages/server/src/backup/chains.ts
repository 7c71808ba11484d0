import type { ClientBase } from 'pg'
import { digestsOf, hashOf, newSalt, type RecordFields } from '../platform/chain/record.ts'
import { RESTORE_SCHEMA as BESIDE } from '../platform/database/state.ts'

interface Ending {
  chain: string
  seq: number
  hash: Buffer
  /** The thing that the last record is about. */
  entity: string
  entity_id: number
}

/** Chains in one statement. */
const AT_ONCE = 2000

const ENDINGS = `select head.chain, head.seq, head.hash, last.entity, last.entity_id from ${BESIDE}.chain_heads head
  join ${BESIDE}.history last on last.chain = head.chain and last.seq = head.seq
  where head.chain > $1 order by head.chain limit ${AT_ONCE}`

const RECORDS = `insert into ${BESIDE}.history
    (entity, entity_id, field, title, before, after, note, address, via, at, chain, seq, prev, hash, salt)
  select entity, entity_id, field, title, before, after, note, address, via, at, chain, seq,
    decode(prev, 'hex'), decode(hash, 'hex'), decode(salt, 'hex')
  from jsonb_to_recordset($1::jsonb) as record(entity text, entity_id int, field text, title text, before jsonb, after jsonb,
    note text, address text, via text, at timestamptz, chain text, seq int, prev text, hash text, salt text)`

const HEADS = `update ${BESIDE}.chain_heads head set seq = record.seq, hash = decode(record.hash, 'hex')
  from jsonb_to_recordset($1::jsonb) as record(chain text, seq int, hash text) where head.chain = record.chain`

interface Restoring {
  /** When the copy was made. */
  made_at: string
  at: string
}

/** The next record of a chain, which says that a copy was restored. */
function recordAfter({ chain, seq: last, hash: prev, entity, entity_id }: Ending, { made_at, at }: Restoring) {
  const place = { chain, seq: last + 1, prev }
  const record = { field: 'restored', title: 'Восстановлено из копии', before: null, after: made_at, note: null }
  const fields: RecordFields = {
    ...record,
    entity,
    entity_id,
    address: 'npm run restore',
    user_id: null,
    via: 'console',
    at,
  }
  const salt = newSalt()
  const hash = hashOf(fields, place, digestsOf(fields, salt))
  const inHex = { prev: prev.toString('hex'), hash: hash.toString('hex'), salt: salt.toString('hex') }
  return { ...fields, ...place, ...inHex }
}

/**
 * Adds a record about the restore to every chain of the copy. What happened after the copy was made is in no chain, and
 * the record shows readers where a chain was continued.
 */
export async function recordRestore(client: ClientBase, restoring: Restoring): Promise<void> {
  for (let from = ''; ;) {
    const { rows } = await client.query<Ending>(ENDINGS, [from])
    const last = rows.at(-1)
    if (!last) return
    const records = rows.map((ending) => recordAfter(ending, restoring))
    await client.query(RECORDS, [JSON.stringify(records)])
    await client.query(HEADS, [JSON.stringify(records.map(({ chain, seq, hash }) => ({ chain, seq, hash })))])
    from = last.chain
  }
}
