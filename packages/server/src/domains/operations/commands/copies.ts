import type { Deps } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import type { BackupSettings } from '../../../platform/backup-settings.ts'
import { emit } from '../../../platform/events.ts'
import { backupDiary, lastBackup, noteBackup, type BackupDiary } from '../../../platform/last-backup.ts'
import { whileTaken } from '../../../platform/lock.ts'
import { NOBODY } from '../../../platform/person.ts'
import { momentInWords } from '../../../platform/plain-text.ts'
import { runProgram, type ProgramEnd } from '../../../platform/programs.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { dueMoment, isCopyDue, isCopyOld } from '../rules/copies.ts'
import { troubleOf } from '../rules/trouble.ts'
import '../events.ts'

/** The daily copy: made by the command that administrators give, in a process of its own. */

const BACKUP = new URL('../../../backup.ts', import.meta.url)
/** There is one thing of its kind to tell of (migration 0079). */
const COPIES = { entity: 'backup', entity_id: 1 } as const

/** The command reads settings as the service did; what this process was told goes before the rest. */
function environmentOf({ settings: { databaseUrl, databaseDirectUrl, dataDir, s3Url } }: Deps) {
  const database = databaseDirectUrl ?? databaseUrl ?? ''
  const none = { DATABASE_DIRECT_URL: '', DATABASE_PASSWORD: '' }
  return { ...none, DATABASE_URL: database, DATA_DIR: dataDir, S3_URL: s3Url ?? '' }
}

const announceTrouble = (deps: Deps, sentence: string) =>
  inTransaction({ deps, person: NOBODY }, (tx) =>
    emit(tx, { deps, person: NOBODY }, { ...COPIES, companies: [], kind: 'backup.trouble', data: { sentence } }),
  )

const give = (deps: Deps, { folder, keep }: BackupSettings): Promise<ProgramEnd> =>
  runProgram(BACKUP, ['--into', folder, '--keep', String(keep)], environmentOf(deps)).catch((error: Error) => ({
    code: 1,
    out: '',
    error: error.message,
  }))

async function makeCopy(deps: Deps, backup: BackupSettings, diary: BackupDiary): Promise<void> {
  const { db, clock, log } = deps
  const due = dueMoment(clock.now(), backup.at).toISOString()
  await noteBackup(db, { tried_at: momentOf(clock) })
  const ended = await give(deps, backup)
  // Ended from outside, most likely with this process: whoever comes next begins it anew.
  if (ended.code === null) return noteBackup(db, { tried_at: diary.tried_at ?? null })
  const trouble = troubleOf(ended)
  if (trouble) log.error({ ...trouble, said: ended.error || ended.out }, 'the daily copy')
  else log.info({ folder: backup.folder }, 'the daily copy is made')
  if (!trouble || trouble.isMade) await noteBackup(db, { made_at: momentOf(clock) })
  if (!trouble || diary.told_failed === due) return
  await announceTrouble(deps, trouble.sentence)
  await noteBackup(db, { told_failed: due })
}

/** Of each copy that has become too old without another after it people are told once. */
async function announceIfOld(deps: Deps): Promise<void> {
  const { db, clock } = deps
  const [last, { told_old }] = await Promise.all([lastBackup(db), backupDiary(db)])
  if (!last || last === told_old || !isCopyOld(clock.now(), last)) return
  await announceTrouble(deps, `Последняя проверенная копия сделана ${momentInWords(last)}, больше полутора суток назад`)
  await noteBackup(db, { told_old: last })
}

/** Makes the copy that is due, on one process of all, and tells administrators of what did not become of it. */
export async function watchCopies(deps: Deps): Promise<void> {
  const { backup } = deps.settings
  const work = async () => {
    const diary = await backupDiary(deps.db)
    if (backup && isCopyDue(deps.clock.now(), backup.at, diary)) await makeCopy(deps, backup, diary)
    await announceIfOld(deps)
  }
  await whileTaken(deps.db, 'backup', COPIES.entity_id, work)
}
