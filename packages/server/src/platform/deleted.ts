import { sql } from 'kysely'
import type { Actor } from './call.ts'
import { emit, type ProductEvent } from './events.ts'
import { recordChanges, type HistoryEntity } from './history.ts'
import type { Transaction } from './transaction.ts'

interface Deleted {
  entity: HistoryEntity & ProductEvent['entity']
  /** Name of the table, which belongs to the caller's room and has a `deleted_at` column. */
  table: string
  id: number
}

/**
 * Restores a deleted row, recording it in the history and emitting an event. Of two concurrent calls, only one does it.
 * @returns false when the row is not deleted
 */
export async function bringBack(tx: Transaction, actor: Actor, { entity, table, id }: Deleted): Promise<boolean> {
  const { rows } = await sql<{ deleted_at: string }>`
    select deleted_at from ${sql.table(table)} where id = ${id} and deleted_at is not null for update`.execute(tx)
  const [before] = rows
  if (!before) return false
  await sql`update ${sql.table(table)} set deleted_at = null where id = ${id}`.execute(tx)
  await recordChanges<{ deleted_at: string | null }>(tx, actor, {
    entity,
    entity_id: id,
    titles: { deleted_at: 'Удаление' },
    before,
    after: { deleted_at: null },
  })
  await emit(tx, actor, { kind: 'changed', entity, entity_id: id, companies: null, data: {} })
  return true
}
