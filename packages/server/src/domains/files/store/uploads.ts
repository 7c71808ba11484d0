import { sql, type Insertable } from 'kysely'
import type { Db } from '../../../platform/call.ts'
import type { DB } from '../../../platform/db-types.gen.ts'
import { wasBefore } from '../../../platform/sql.ts'
import type { Transaction } from '../../../platform/transaction.ts'

/** Written before the first byte, so that an upload that breaks off is found by its row. */
export const insertUpload = (tx: Transaction, row: Insertable<DB['uploads']>) =>
  tx.insertInto('uploads').values(row).execute()

/**
 * Notes the store's handle before the first piece, so that an upload that breaks off can be discarded.
 * @returns the handle that counts: of two writers that begin at once, the second goes on with the first one's
 */
export const noteHandle = async (db: Db, storage_key: string, handle: string): Promise<string> => {
  const noted = await db
    .updateTable('uploads')
    .set((eb) => ({ handle: eb.fn.coalesce('handle', eb.val(handle)) }))
    .where('storage_key', '=', storage_key)
    .returning('handle')
    .executeTakeFirst()
  return noted?.handle ?? handle
}

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
    .where('given_up_at', 'is', null)
    .$narrowType<{ size: number }>()
    .forUpdate()
    .executeTakeFirst()
export type Upload = NonNullable<Awaited<ReturnType<typeof lockUpload>>>

/** Makes this the only writer whose pieces are accepted. */
export const setWriter = (tx: Transaction, storage_key: string, writer: string) =>
  tx.updateTable('uploads').set({ writer }).where('storage_key', '=', storage_key).execute()

/** What has arrived and is stored. */
export type Arrived = Pick<Upload, 'handle' | 'marks' | 'digests' | 'tail'>

/** @returns false if another writer has taken over */
export const saveArrived = (
  tx: Transaction,
  { storage_key, writer, at }: { storage_key: string; writer: string; at: string },
  arrived: Arrived,
): Promise<boolean> =>
  tx
    .updateTable('uploads')
    .set({ ...arrived, updated_at: at })
    .where('storage_key', '=', storage_key)
    .where('writer', '=', writer)
    .where('file_id', 'is', null)
    .where('given_up_at', 'is', null)
    .executeTakeFirst()
    .then(({ numUpdatedRows }) => numUpdatedRows > 0n)

/** Resets an upload, so that its sender begins again. Does nothing if somebody is sending to it already. */
export const startAnew = (tx: Transaction, { storage_key, writer }: Pick<Upload, 'storage_key' | 'writer'>) =>
  tx
    .updateTable('uploads')
    .set({ handle: null, marks: [], digests: [], tail: sql`''::bytea` })
    .where('storage_key', '=', storage_key)
    .where('writer', 'is not distinct from', writer)
    .where('file_id', 'is', null)
    .execute()

/** Notes that the upload has become a file. Its row stays for a while to answer repeated calls. */
export const setFile = (tx: Transaction, storage_key: string, file_id: number) =>
  tx
    .updateTable('uploads')
    .set({ file_id, tail: sql`''::bytea` })
    .where('storage_key', '=', storage_key)
    .execute()

/** What is needed to delete an upload's bytes. */
export type AbandonedUpload = Pick<Upload, 'storage_key' | 'handle'>

/**
 * Gives up the uploads that are not files. It waits for a transaction that is making a file of one: the row then shows
 * what has become of it, even if the answer was lost.
 */
export const giveUp = (tx: Transaction, storage_keys: string[], at: string): Promise<AbandonedUpload[]> =>
  tx
    .updateTable('uploads')
    .set({ given_up_at: at })
    .where('storage_key', 'in', storage_keys)
    .where('file_id', 'is', null)
    .returning(['storage_key', 'handle'])
    .execute()

/**
 * Gives up uploads that were not touched since a moment, and returns those given up before whose bytes may still exist;
 * rows locked by another process are skipped.
 */
export const giveUpStale = (
  tx: Transaction,
  { since, at, limit }: { since: string; at: string; limit: number },
): Promise<AbandonedUpload[]> =>
  tx
    .updateTable('uploads')
    .set({ given_up_at: at })
    .where('storage_key', 'in', (eb) =>
      eb
        .selectFrom('uploads as stale')
        .select('stale.storage_key')
        .where('stale.file_id', 'is', null)
        .where((on) =>
          on.or([
            on.and([on('stale.given_up_at', 'is', null), wasBefore('stale.updated_at', since, at)]),
            wasBefore('stale.given_up_at', at, at),
          ]),
        )
        .orderBy('stale.updated_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['storage_key', 'handle'])
    .execute()

/** Deletes the rows of uploads that became files, once no call asks for them again. @returns how many */
export const deleteAnswered = (db: Db, { since, at }: { since: string; at: string }): Promise<number> =>
  db
    .deleteFrom('uploads')
    .where('file_id', 'is not', null)
    .where(wasBefore('updated_at', since, at))
    .executeTakeFirst()
    .then(({ numDeletedRows }) => Number(numDeletedRows))
