import { sql } from 'kysely'
import { momentOf, type Clock } from '../clock.ts'
import type { Db } from '../database.ts'

/** When a backup was last made and read back to its end, for monitoring of its age. */

const KEY = 'last_backup'

/** @returns ISO 8601, or undefined when there was none */
export async function lastBackup(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('installation').select('value').where('key', '=', KEY).executeTakeFirst()
  return typeof row?.value === 'string' ? row.value : undefined
}

/** Notes that a backup has been made and read back to its end just now. */
export async function rememberBackup(db: Db, clock: Clock): Promise<void> {
  const value = JSON.stringify(momentOf(clock))
  await db
    .insertInto('installation')
    .values({ key: KEY, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/** State of the daily backups. Moments are ISO 8601. */
export interface BackupDiary {
  /** When a backup was last started, and when one was last completed. */
  tried_at?: string | null
  made_at?: string | null
  /** When the one began that is being made now, or was when its process or the database died. */
  begun_at?: string | null
  /** When the last one was due that was cut short so. */
  cut_short?: string
  /**
   * Problems that have been reported: when the backup that failed was due, and the last backup when it had become too
   * old.
   */
  told_failed?: string
  told_old?: string
}
const DIARY = 'backup_diary'

/** What the process that makes the daily backups has noted; empty before the first. */
export async function backupDiary(db: Db): Promise<BackupDiary> {
  const row = await db.selectFrom('installation').select('value').where('key', '=', DIARY).executeTakeFirst()
  return row?.value ?? {}
}

/** Updates the diary; omitted fields stay as they are. */
export async function noteBackup(db: Db, diary: BackupDiary): Promise<void> {
  const value = JSON.stringify(diary)
  await sql`
    insert into installation as known (key, value) values (${DIARY}, ${value}::jsonb)
    on conflict (key) do update set value = known.value || excluded.value`.execute(db)
}
