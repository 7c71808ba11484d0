import { momentOf, type Clock } from './clock.ts'
import type { Db } from './database.ts'

/** When a copy was last made and read to its end: what watches over the installation asks how long ago that was. */

const KEY = 'last_backup'

/** @returns ISO 8601, or undefined where there was none */
export async function lastBackup(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('installation').select('value').where('key', '=', KEY).executeTakeFirst()
  return typeof row?.value === 'string' ? row.value : undefined
}

export async function rememberBackup(db: Db, clock: Clock): Promise<void> {
  const value = JSON.stringify(momentOf(clock))
  await db
    .insertInto('installation')
    .values({ key: KEY, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
