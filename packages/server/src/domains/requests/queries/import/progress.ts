import type { requests } from '@vypusk/contract'
import type { Db } from '../../../../platform/call.ts'
import { statement } from '../../../../platform/statement.ts'

const kept = statement((db, { user_id, key }: { user_id: number; key: string }) =>
  db
    .selectFrom('import_progress')
    .select(['stage', 'done', 'total'])
    .where('key', '=', key)
    .where('user_id', '=', user_id),
)

/** How far an import is. @returns null if there is no such import, or it is another person's */
export async function progressOf(db: Db, user_id: number, key: string): Promise<requests.ImportProgress | null> {
  const found = await kept.first(db, { user_id, key })
  // Written by `keepProgress` only.
  return (found as requests.ImportProgress | undefined) ?? null
}
