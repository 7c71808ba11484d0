import { sql } from 'kysely'
import { digestsOf } from './chain/record.ts'
import type { Transaction } from './transaction.ts'

/**
 * Permanently erases the texts of records, as the law may require. What remains shows that there were texts, and the
 * chain stays valid. No command of the product calls it (docs/decisions/0063).
 * @param ids of history rows, with or without a chain
 */
export async function eraseTexts(tx: Transaction, ids: number[]): Promise<void> {
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
