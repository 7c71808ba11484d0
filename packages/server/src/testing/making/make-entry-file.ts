import type { Db } from '../../platform/call.ts'
import { makeFile } from './make-publication.ts'

const AT = '2026-03-03T09:00:00.000Z'

/**
 * Creates a file that staff attached to an entry in a new thread; `isFormer`: for the company that had the request before.
 * @returns the file's id
 */
export async function makeEntryFile(
  db: Db,
  about: { agreement_id: number } | { request_id: number },
  author_id: number,
  { isFormer = false, ...overrides }: { internal?: boolean; withdrawn_at?: string; isFormer?: boolean } = {},
): Promise<number> {
  const written = { side: 'staff', author_id, created_at: AT }
  const thread = await db
    .insertInto('threads')
    .values({ ...about, ...written, kind: 'remark', updated_at: AT })
    .returning('id')
    .executeTakeFirstOrThrow()
  const entry = await db
    .insertInto('entries')
    .values({ thread_id: thread.id, ...written, html: '<p>Слова</p>', text: 'Слова', ...overrides })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (isFormer) await db.updateTable('threads').set({ former_entry_id: entry.id }).where('id', '=', thread.id).execute()
  const file = await makeFile(db, { uploaded_by: author_id })
  await db.insertInto('entry_files').values({ entry_id: entry.id, file_id: file }).execute()
  return file
}
