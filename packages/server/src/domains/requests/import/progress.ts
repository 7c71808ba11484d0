import { DAY_MS } from '@vypusk/contract'
import type { requests } from '@vypusk/contract'
import { momentOf } from '../../../platform/clock.ts'
import type { Db, Actor } from '../../../platform/call.ts'

/** Called after each step of an import; what it throws ends the import, and nothing is written. */
export type ReportProgress = (progress: requests.ImportProgress) => Promise<void>

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

/** Deletes the progress of an import that has ended, and of those whose node stopped. */
export async function dropProgress({ deps, person }: Actor, key: string) {
  const dayAgo = new Date(deps.clock.now().getTime() - DAY_MS).toISOString()
  await deps.db
    .deleteFrom('import_progress')
    .where((eb) => eb.or([eb('at', '<', dayAgo), eb.and({ key, user_id: person.id })]))
    .execute()
}

/** @returns null if there is no such import, or it is another person's */
export async function progressOf(db: Db, user_id: number, key: string): Promise<requests.ImportProgress | null> {
  const found = await db
    .selectFrom('import_progress')
    .select(['stage', 'done', 'total'])
    .where('key', '=', key)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  // Written by `keepProgress` only.
  return (found as requests.ImportProgress | undefined) ?? null
}
