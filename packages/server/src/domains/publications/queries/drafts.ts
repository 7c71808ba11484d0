import { drafts, type ReplyOf } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import { statement } from '../../../platform/statement.ts'
import { oneOf } from '../../../platform/sql.ts'

const drafted = statement((db, { user_id }: { user_id: number }) =>
  db.selectFrom('publication_drafts').select(['draft', 'updated_at']).where('user_id', '=', user_id),
)

/** The files that have not been deleted. */
export const livingFiles = statement((db, { ids }: { ids: number[] }) =>
  db
    .selectFrom('shared_files as files')
    .select(['id', 'file_name', 'version', 'size', 'sha256'])
    .where('id', '=', oneOf(ids))
    .where('deleted_at', 'is', null)
    .orderBy('id'),
)

/** The person's unfinished publication; null if it is stored in an older form that is no longer understood. */
export async function draftOf(db: Db, { id }: Person): Promise<ReplyOf<typeof drafts.getDraft>> {
  const row = await drafted.first(db, { user_id: id })
  const read = drafts.formDraft.safeParse(row?.draft)
  if (!row || !read.success) return { draft: null, updated_at: null }
  const ids = read.data.list.flatMap(({ files }) => files.map((file) => file.id))
  const living = ids.length > 0 ? await livingFiles.all(db, { ids }) : []
  const kept = new Set(living.map((file) => file.id))
  const list = read.data.list.map((item) => ({ ...item, files: item.files.filter((file) => kept.has(file.id)) }))
  return { draft: { ...read.data, list }, updated_at: row.updated_at }
}
