import { sql } from 'kysely'
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

/** How the daily copies go. Moments are ISO 8601. */
export interface BackupDiary {
  /** When one was last begun, and when one was last made whole. */
  tried_at?: string | null
  made_at?: string | null
  /** The copies that people were told of: the moment one was due that failed, and of the last when it had become too old. */
  told_failed?: string
  told_old?: string
}
const DIARY = 'backup_diary'

export async function backupDiary(db: Db): Promise<BackupDiary> {
  const row = await db.selectFrom('installation').select('value').where('key', '=', DIARY).executeTakeFirst()
  return row?.value ?? {}
}

/** What is not said stays. */
export async function noteBackup(db: Db, diary: BackupDiary): Promise<void> {
  const value = JSON.stringify(diary)
  await sql`
    insert into installation as known (key, value) values (${DIARY}, ${value}::jsonb)
    on conflict (key) do update set value = known.value || excluded.value`.execute(db)
}
