import { session } from '../world/people.ts'
import type { World } from '../world/world.ts'

const TABLES = [
  'requests',
  'releases',
  'agreements',
  'publications',
  'registry_entries',
  'companies',
  'modules',
  'systems',
] as const

/** Unblocks everybody and restores what was deleted, so that the following calls have something to work on. */
export async function revive({ db, people, companies, callers }: World): Promise<void> {
  await db
    .updateTable('users')
    .set({ is_blocked: false, deleted_at: null, can_enter_registry: true, can_create_registry: true })
    .execute()
  await db.updateTable('users').set({ isAdmin: true }).where('id', '=', people.admin).execute()
  await db.updateTable('users').set({ idcomp: companies.own }).where('id', '=', people.client).execute()
  await db.updateTable('api_tokens').set({ revoked_at: null }).execute()
  await db.deleteFrom('login_tries').execute()
  for (const { id, token, scope, isEnded } of callers) if (token && !scope && !isEnded) await session(db, id, { token })
  // A row deleted for good would be a separate fault; a row whose place has been taken stays deleted.
  for (const table of TABLES)
    await db
      .updateTable(table)
      .set({ deleted_at: null })
      .execute()
      .catch(() => {})
}
