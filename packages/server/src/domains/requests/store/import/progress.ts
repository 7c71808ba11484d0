import { DAY_MS } from '@vypusk/contract'
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

/** Deletes the progress of an import that has ended, and of those whose node stopped. */
export async function dropProgress({ deps, person }: Actor, key: string) {
  const dayAgo = new Date(deps.clock.now().getTime() - DAY_MS).toISOString()
  await deps.db
    .deleteFrom('import_progress')
    .where((eb) => eb.or([eb('at', '<', dayAgo), eb.and({ key, user_id: person.id })]))
    .execute()
}
