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
    .where('given_up_at', 'is', null)
    .$narrowType<{ size: number }>()
    .forUpdate()
    .executeTakeFirst()
export type Upload = NonNullable<Awaited<ReturnType<typeof lockUpload>>>

/** From now on only this writer's pieces are taken. */
export const setWriter = (tx: Transaction, storage_key: string, writer: string) =>
  tx.updateTable('uploads').set({ writer }).where('storage_key', '=', storage_key).execute()

/** What has arrived and is safe. */
export type Arrived = Pick<Upload, 'handle' | 'marks' | 'digests' | 'tail'>

/** @returns false when another writer has taken over */
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

/** Nothing of it has arrived: its sender begins anew. Left alone when somebody sends to it again already. */
export const startAnew = (tx: Transaction, { storage_key, writer }: Pick<Upload, 'storage_key' | 'writer'>) =>
  tx
    .updateTable('uploads')
    .set({ handle: null, marks: [], digests: [], tail: sql`''::bytea` })
    .where('storage_key', '=', storage_key)
    .where('writer', 'is not distinct from', writer)
    .where('file_id', 'is', null)
    .execute()

/** The upload has become a file; its row stays a while to answer those who ask again. */
export const setFile = (tx: Transaction, storage_key: string, file_id: number) =>
  tx
    .updateTable('uploads')
    .set({ file_id, tail: sql`''::bytea` })
    .where('storage_key', '=', storage_key)
    .execute()

/** What is needed to let go of an upload's bytes. */
export type AbandonedUpload = Pick<Upload, 'storage_key' | 'handle'>

/**
 * Gives up those of the uploads that are no file. Whoever makes one of them a file at this moment is waited for: what
 * became of that, also where its answer was lost, is told by the row.
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
 * Gives up uploads that nobody has touched since, and finds those given up before whose bytes may still be there;
 * what another process is at is passed over.
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
            on.and([on('stale.given_up_at', 'is', null), on('stale.updated_at', '<', since)]),
            on('stale.given_up_at', '<', at),
          ]),
        )
        .orderBy('stale.updated_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['storage_key', 'handle'])
    .execute()

/** Rows of uploads that became files, once nobody asks for them again. @returns how many */
export const deleteAnswered = (db: Db, since: string): Promise<number> =>
  db
    .deleteFrom('uploads')
    .where('file_id', 'is not', null)
    .where('updated_at', '<', since)
    .executeTakeFirst()
    .then(({ numDeletedRows }) => Number(numDeletedRows))
