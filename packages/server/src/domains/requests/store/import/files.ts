import { sql } from 'kysely'
import type { Db } from '../../../../platform/call.ts'
import type { Transaction } from '../../../../platform/transaction.ts'

interface Brought {
  name: string
  url: string
  /** In bytes; null if unknown. */
  size: number | null
  request_id: number
  internal: boolean
}

/** Stores the files that rows name; those named by an earlier file stay unchanged. */
export async function rememberFiles(tx: Transaction, files: Brought[]): Promise<void> {
  if (files.length === 0) return
  await sql`
    insert into imported_files (request_id, url, name, size, internal)
    select given.request_id, given.url, given.name, given.size, given.internal
    from jsonb_to_recordset(${JSON.stringify(files)}::jsonb)
      as given(request_id int, url text, name text, size bigint, internal boolean)
    on conflict (request_id, url) do nothing`.execute(tx)
}

/** Links a fetched file. @returns false if another process was faster */
export async function noteFetched(tx: Transaction, id: number, file_id: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('imported_files')
    .set({ file_id, failure: null, again_at: null })
    .where('id', '=', id)
    .where('file_id', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

interface Unfetched {
  failure: string
  /** ISO 8601 */
  again_at: string
  /** Whether it counts as one of the attempts after which the file is given up. */
  isTry: boolean
}

/** Notes an attempt that failed, and when the next one may be made. */
export const noteUnfetched = (db: Db, id: number, { isTry, ...attempt }: Unfetched) =>
  db
    .updateTable('imported_files')
    .set((eb) => ({ ...attempt, tries: eb('tries', '+', isTry ? 1 : 0) }))
    .where('id', '=', id)
    .where('file_id', 'is', null)
    .execute()

/** Lets the files of a source that could not be fetched, those given up included, be tried again at once. */
export const forgetTries = (tx: Transaction, source: string) =>
  tx
    .updateTable('imported_files')
    .set({ tries: 0, again_at: null, failure: null })
    .where('file_id', 'is', null)
    .where('failure', 'is not', null)
    .where('request_id', 'in', (eb) =>
      eb.selectFrom('requests').select('id').where('source', '=', source).where('deleted_at', 'is', null),
    )
    .execute()
