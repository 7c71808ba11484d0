import { drafts, type ReplyOf } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'

/** The person's unfinished publication; null if it is stored in an older form that is no longer understood. */
export async function draftOf(db: Db, { id }: Person): Promise<ReplyOf<typeof drafts.getDraft>> {
  const row = await db
    .selectFrom('publication_drafts')
    .select(['draft', 'updated_at'])
    .where('user_id', '=', id)
    .executeTakeFirst()
  const read = drafts.formDraft.safeParse(row?.draft)
  if (!row || !read.success) return { draft: null, updated_at: null }
  const kept = new Set(await livingFiles(db, read.data))
  const list = read.data.list.map((item) => ({ ...item, files: item.files.filter((file) => kept.has(file.id)) }))
  return { draft: { ...read.data, list }, updated_at: row.updated_at }
}

async function livingFiles(db: Db, { list }: drafts.FormDraft): Promise<number[]> {
  const ids = list.flatMap(({ files }) => files.map(({ id }) => id))
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('shared_files as files')
    .select('id')
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}
