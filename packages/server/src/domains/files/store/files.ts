import type { Insertable } from 'kysely'
import type { FileInfo } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import type { DB } from '../../../platform/db-types.gen.ts'
import { insertRows } from '../../../platform/inserting.ts'
import { cameIn, wasBefore } from '../../../platform/sql.ts'
import type { Transaction } from '../../../platform/transaction.ts'

const FILE_INFO = ['id', 'file_name', 'version', 'size', 'sha256', 'uploaded'] as const

/** Inserts files and returns them in the order given. */
export const insertFiles = (tx: Transaction, rows: Insertable<DB['files']>[]): Promise<FileInfo[]> =>
  insertRows(tx, 'files', rows)
    .returning(FILE_INFO)
    .execute()
    .then((files) => files.toSorted((a, b) => a.id - b.id))

/** Locks the person's own files with these names until the transaction ends. */
export const lockOwnFiles = (tx: Transaction, user_id: number, filenames: string[]) =>
  tx
    .selectFrom('files')
    .select(['id', 'file_name', 'storage_key'])
    .where('uploaded_by', '=', user_id)
    .where('file_name', 'in', filenames)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()

/** Locks files by id until the transaction ends; deleted ones are left out. */
export const lockFiles = (tx: Transaction, ids: number[]) =>
  tx
    .selectFrom('files')
    // Files uploaded through a letter's link belong to no account.
    .leftJoin('shared_users as users', 'users.id', 'files.uploaded_by')
    .select(['files.id', 'file_name', 'uploaded_by'])
    .select((eb) => eb.fn.coalesce('users.isRivc', eb.lit(false)).as('isRivc'))
    .where('files.id', 'in', ids)
    .where('files.deleted_at', 'is', null)
    .orderBy('files.id')
    .forUpdate('files')
    .execute()

/** What a file may be attached to: each is a branch of the view `file_places`. */
export type Place = 'publication' | 'release' | 'request' | 'entry'

/** Where files are used. Call it after locking them: only then is the answer still true when the transaction ends. */
export const usesOf = (db: Db, ids: number[]): Promise<{ file_id: number; place: Place }[]> =>
  db
    .selectFrom('file_places')
    .select((eb) => [eb.ref('file_id').$notNull().as('file_id'), eb.ref('place').$castTo<Place>().as('place')])
    .where('file_id', 'in', ids)
    .execute()

export const markDeleted = (tx: Transaction, ids: number[], deleted_at: string) =>
  tx.updateTable('files').set({ deleted_at }).where('id', 'in', ids).execute()

/** @returns the id of the log entry */
export const logDownload = (
  tx: Transaction,
  entry: { file_id: number; first_byte: number; user_id: number; idcomp: number | null; at: string },
): Promise<number> =>
  tx
    .insertInto('file_downloads')
    .values(entry)
    .returning('id')
    .executeTakeFirstOrThrow()
    .then(({ id }) => id)

/** Completes the record of a download with the number of bytes that were sent. */
export const logSent = (tx: Transaction, id: number, sent: number) =>
  tx.updateTable('file_downloads').set({ sent }).where('id', '=', id).execute()

/** The publications that hand over a file. */
export const publicationsWith = (tx: Transaction, file_id: number): Promise<{ publication_id: number }[]> =>
  tx
    .selectFrom('publications_for_files')
    .select((eb) => eb.ref('publication_id').$notNull().as('publication_id'))
    .distinct()
    .where('file_id', '=', file_id)
    .execute()

export const insertLink = (tx: Transaction, row: Insertable<DB['file_links']>) =>
  tx.insertInto('file_links').values(row).execute()

/**
 * Deletes the links that have expired or were created while a clock was ahead.
 * @param longest how long a link is valid, in milliseconds
 */
export const removeLinksOver = (tx: Transaction, now: string, longest: number) =>
  tx
    .deleteFrom('file_links')
    .where(cameIn('expires_at', now, longest))
    .execute()

/** Deletes every link of a person. */
export const removeLinksOf = (tx: Transaction, user_id: number) =>
  tx.deleteFrom('file_links').where('user_id', '=', user_id).execute()

/** Locks unused files uploaded before a moment; files locked by another process are skipped. */
export const lockUnused = (tx: Transaction, { since, at, limit }: { since: string; at: string; limit: number }) =>
  tx
    .selectFrom('files')
    .select(['id', 'storage_key'])
    .where(wasBefore('uploaded', since, at))
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('file_places').select('file_id').whereRef('file_places.file_id', '=', 'files.id')),
      ),
    )
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()

/** Deleted files whose bytes may still be in the store, in the order of their ids. @param after the last id seen */
export const filesWithBytesLeft = (db: Db, after: number, limit: number) =>
  db
    .selectFrom('files')
    .select(['id', 'storage_key'])
    .where('id', '>', after)
    .where('deleted_at', 'is not', null)
    .where('bytes_gone_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Records that the store has no bytes of these deleted files any more. */
export const markGone = (db: Db, keys: string[], bytes_gone_at: string) =>
  db
    .updateTable('files')
    .set({ bytes_gone_at })
    .where('storage_key', 'in', keys)
    .where('deleted_at', 'is not', null)
    .execute()
