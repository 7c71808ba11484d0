import type { requests } from '@vypusk/contract'
import { momentOf } from '../../../../platform/clock.ts'
import type { Actor } from '../../../../platform/call.ts'

/** Stores the progress of an import outside its transaction, so that every node sees it. */
export async function keepProgress({ deps, person }: Actor, key: string, progress: requests.ImportProgress) {
  const now = { ...progress, at: momentOf(deps.clock) }
  await deps.db
    .insertInto('import_progress')
    .values({ key, user_id: person.id, ...now })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet(now)
        // A key can be guessed or overheard, so only the person who imports may update its progress.
        .where('import_progress.user_id', '=', person.id),
    )
    .execute()
}

/** Deletes the progress of an import that has ended. */
export const dropProgress = ({ deps, person }: Actor, key: string) =>
  deps.db.deleteFrom('import_progress').where('key', '=', key).where('user_id', '=', person.id).execute()
