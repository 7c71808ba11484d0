import { sql, type Insertable } from 'kysely'
import type { Db } from '../../../platform/call.ts'
import type { DB } from '../../../platform/db-types.gen.ts'
import type { Transaction } from '../../../platform/transaction.ts'

/** Written before the first byte: what breaks off is found by it. */
export const insertUpload = (tx: Transaction, row: Insertable<DB['uploads']>) =>
  tx.insertInto('uploads').values(row).execute()

export const deleteUploads = (db: Db, storage_keys: string[]) =>
  db.deleteFrom('uploads').where('storage_key', 'in', storage_keys).execute()

/** Locks the person's own resumable upload until the transaction ends. */
export const lockUpload = (tx: Transaction, user_id: number, storage_key: string) =>
  tx
    .selectFrom('uploads')
    .selectAll()
    .where('storage_key', '=', storage_key)
    .where('user_id', '=', user_id)
    .where('size', 'is not', null)
    .$narrowType<{ size: number }>()
    .forUpdate()
    .executeTakeFirst()
export type Upload = NonNullable<Awaited<ReturnType<typeof lockUpload>>>

/** From now on only this writer's pieces are taken. */
export const setWriter = (tx: Transaction, storage_key: string, writer: string) =>
  tx.updateTable('uploads').set({ writer }).where('storage_key', '=', storage_key).execute()

/** What has arrived and is safe. */
export type Arrived = Pick<Upload, 'handle' | 'marks' | 'tail'>

/** @returns false when another writer has taken over */
export const saveArrived = (
  tx: Transaction,
  { storage_key, writer, at }: { storage_key: string; writer: string; at: string },
  { handle, marks, tail }: Arrived,
): Promise<boolean> =>
  tx
    .updateTable('uploads')
    .set({ handle, marks, tail, updated_at: at })
    .where('storage_key', '=', storage_key)
    .where('writer', '=', writer)
    .where('file_id', 'is', null)
    .executeTakeFirst()
    .then(({ numUpdatedRows }) => numUpdatedRows > 0n)

/** The upload has become a file; its row stays a while to answer those who ask again. */
export const setFile = (tx: Transaction, storage_key: string, file_id: number) =>
  tx
    .updateTable('uploads')
    .set({ file_id, tail: sql`''::bytea` })
    .where('storage_key', '=', storage_key)
    .execute()

/** Locks uploads nobody has touched since; those another process is at are passed over. */
export const lockStale = (tx: Transaction, since: string, limit: number) =>
  tx
    .selectFrom('uploads')
    .select(['storage_key', 'handle', 'file_id'])
    .where('updated_at', '<', since)
    .orderBy('updated_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
