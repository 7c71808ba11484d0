import type { Deps } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import type { BackupSettings } from '../../../platform/settings/backups.ts'
import { hasBeen } from '../../../platform/elapsed.ts'
import { emit } from '../../../platform/events.ts'
import { backupDiary, lastBackup, noteBackup, type BackupDiary } from '../../../platform/database/last-backup.ts'
import { whileTaken } from '../../../platform/lock.ts'
import { NOBODY } from '../../../platform/person.ts'
import { momentInWords } from '../../../platform/text/plain-text.ts'
import { runProgram, type ProgramEnd } from '../../../platform/runtime/programs.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { CUT_SHORT, dueMoment, isCopyDue, isCopyOld, oldCopySentence } from '../rules/copies.ts'
import { troubleOf } from '../rules/trouble.ts'
import '../events.ts'

/** Makes the daily backup with the command that administrators run, in a process of its own. */

const BACKUP = new URL('../../../backup.ts', import.meta.url)
/** The only entity of its kind that events can be about (migration 0079). */
const COPIES = { entity: 'backup', entity_id: 1 } as const

/** The command reads the same environment as the service; the settings of this process take precedence. */
function environmentOf({ settings: { databaseUrl, databaseDirectUrl, dataDir, s3Url } }: Deps) {
  const database = databaseDirectUrl ?? databaseUrl ?? ''
  const none = { DATABASE_DIRECT_URL: '', DATABASE_PASSWORD: '' }
  return { ...none, DATABASE_URL: database, DATA_DIR: dataDir, S3_URL: s3Url ?? '' }
}

/** @param diary what it then says, so that a killed process tells nothing twice */
const announceTrouble = (deps: Deps, sentence: string, diary: BackupDiary) =>
  inTransaction({ deps, person: NOBODY }, async (tx) => {
    await noteBackup(tx, diary)
    await emit(tx, { deps, person: NOBODY }, { ...COPIES, companies: [], kind: 'backup.trouble', data: { sentence } })
  })

const give = (deps: Deps, { folder, keep }: BackupSettings): Promise<ProgramEnd> =>
  runProgram(BACKUP, ['--into', folder, '--keep', String(keep)], environmentOf(deps)).catch((error: Error) => ({
    code: 1,
    signal: null,
    isEndedHere: false,
    out: '',
    error: error.message,
  }))

async function makeCopy(deps: Deps, backup: BackupSettings, diary: BackupDiary): Promise<void> {
  const { db, clock, log } = deps
  const due = dueMoment(clock.now(), backup.at).toISOString()
  const now = momentOf(clock)
  await noteBackup(db, { tried_at: now, begun_at: now })
  const ended = await give(deps, backup)
  // Ended together with this process: the next process starts it again.
  if (ended.isEndedHere) return noteBackup(db, { tried_at: diary.tried_at ?? null, begun_at: null })
  const trouble = troubleOf(ended)
  if (trouble) log.error({ ...trouble, output: ended.error || ended.out }, 'the daily copy has failed')
  else log.info({ folder: backup.folder }, 'the daily copy is made')
  const over = { begun_at: null, ...((!trouble || trouble.isMade) && { made_at: momentOf(clock) }) }
  if (!trouble || diary.told_failed === due) return noteBackup(db, over)
  await announceTrouble(deps, trouble.sentence, { ...over, told_failed: due })
}

/**
 * Reports an attempt that nobody has ended: nothing is running while this process may make a backup. The first of a
 * night is repeated at once, others, which may be what kills the process, after the usual time.
 */
async function settleCutShort(deps: Deps, { at }: BackupSettings, diary: BackupDiary): Promise<BackupDiary> {
  if (!diary.begun_at) return diary
  deps.log.error({ begun_at: diary.begun_at }, 'the daily copy was cut short')
  const due = dueMoment(deps.clock.now(), at).toISOString()
  const again = diary.cut_short === due ? {} : { tried_at: null }
  const settled = { begun_at: null, cut_short: due, ...again }
  if (diary.told_failed === due) await noteBackup(deps.db, settled)
  else await announceTrouble(deps, CUT_SHORT, { ...settled, told_failed: due })
  return backupDiary(deps.db)
}

/** Reports a last backup that has become too old without another after it, once for each backup. */
async function announceIfOld(deps: Deps): Promise<void> {
  const { db, clock, settings } = deps
  const [last, { told_old }] = await Promise.all([lastBackup(db), backupDiary(db)])
  if (!last || last === told_old || !isCopyOld(clock.now(), last)) return
  // Where the service makes the backups, one was due at once after the clock was ahead, and is reported if it fails.
  if (settings.backup && !hasBeen(last, clock.now().getTime())) return
  await announceTrouble(deps, oldCopySentence(clock.now(), last, momentInWords(last)), { told_old: last })
}

async function makeIfDue(deps: Deps, backup: BackupSettings): Promise<void> {
  const diary = await settleCutShort(deps, backup, await backupDiary(deps.db))
  if (isCopyDue(deps.clock.now(), backup.at, diary)) await makeCopy(deps, backup, diary)
}

/** Makes the backup that is due, in one process only, and notifies administrators of a failure. */
export async function watchCopies(deps: Deps): Promise<void> {
  const { backup } = deps.settings
  const work = async () => {
    if (backup) await makeIfDue(deps, backup)
    await announceIfOld(deps)
  }
  await whileTaken(deps.db, 'backup', COPIES.entity_id, work)
}
