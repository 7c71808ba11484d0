import { sql, type Insertable, type Updateable } from 'kysely'
import type { DB } from '../../platform/db-types.gen.ts'
import { insertRows } from '../../platform/inserting.ts'
import type { Transaction } from '../../platform/transaction.ts'
import type { SubjectId } from './rules.ts'

/**
 * Locks the subject of threads until the transaction ends. Locks are always taken from the subject to the thread, never
 * back.
 */
export async function lockSubject(tx: Transaction, { entity, entity_id }: SubjectId): Promise<void> {
  const from = entity === 'agreement' ? ('agreements_for_threads' as const) : ('requests_for_threads' as const)
  await tx.selectFrom(from).select('id').where('id', '=', entity_id).forUpdate().execute()
}

export const columnsOf = ({ entity, entity_id }: SubjectId) => ({
  agreement_id: entity === 'agreement' ? entity_id : null,
  request_id: entity === 'request' ? entity_id : null,
})

export const insertThread = (tx: Transaction, row: Insertable<DB['threads']>) =>
  tx.insertInto('threads').values(row).returning(['id', 'version']).executeTakeFirstOrThrow()

/** @returns the new version */
export async function updateThread(tx: Transaction, id: number, set: Updateable<DB['threads']>): Promise<number> {
  const { version } = await tx
    .updateTable('threads')
    .set((eb) => ({ ...set, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** Leaves the version alone: no form edits this column, so no edit can conflict with it. */
export const markReminded = (tx: Transaction, id: number, reminded: string) =>
  tx.updateTable('threads').set({ reminded }).where('id', '=', id).execute()

export const insertEntry = (tx: Transaction, row: Insertable<DB['entries']>) =>
  tx.insertInto('entries').values(row).returning('id').executeTakeFirstOrThrow()

export const updateEntry = (tx: Transaction, id: number, set: Updateable<DB['entries']>) =>
  tx
    .updateTable('entries')
    .set((eb) => ({ ...set, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** Replaces the people that an entry mentions. @param users ids without repetition */
export async function writeMentions(tx: Transaction, entry_id: number, users: number[]): Promise<void> {
  await tx.deleteFrom('entry_mentions').where('entry_id', '=', entry_id).execute()
  if (users.length === 0) return
  const rows = users.map((user_id) => ({ entry_id, user_id }))
  await insertRows(tx, 'entry_mentions', rows).execute()
}

/** Replaces the files of an entry. @param files ids without repetition */
export async function writeFiles(tx: Transaction, entry_id: number, files: number[]): Promise<void> {
  await tx
    .deleteFrom('entry_files')
    .where('entry_id', '=', entry_id)
    .where('file_id', '<>', sql<number>`all(${files}::int[])`)
    .execute()
  if (files.length === 0) return
  const rows = files.map((file_id) => ({ entry_id, file_id }))
  await insertRows(tx, 'entry_files', rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
