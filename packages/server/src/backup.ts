import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { auth, wholeIn } from '@vypusk/contract'
import { clearHalves, copiesToDelete, dailyName, incompleteName, writeWhole } from './backup/copy-file.ts'
import { BackupError } from './backup/manifest.ts'
import { faultsOf, figuresOf, verifyCopy } from './backup/verify.ts'
import { writeBackup } from './backup/write.ts'
import { systemClock } from './platform/clock.ts'
import { quiet, runCommand, say } from './platform/runtime/command.ts'
import { capital, joinDatabase, orUnreachable } from './platform/database/connect.ts'
import { openDatabase } from './platform/database.ts'
import { openCheckedStore } from './platform/external/file-store/open.ts'
import { rememberBackup } from './platform/database/last-backup.ts'
import { endWithParent } from './platform/runtime/programs.ts'
import { sizeInWords } from './platform/text/plain-text.ts'
import { projectRoot } from './platform/runtime/places.ts'
import { loadSettings } from './platform/settings/file.ts'
import { makeFolder } from './platform/runtime/folders.ts'

/**
 * `npm run backup -- FILE`: backs up everything into one file while the system runs, with the same settings as the
 * system. `npm run backup -- --into FOLDER [--keep 14]`: does so every night under a name of its own, and deletes the
 * oldest ones. `npm run backup -- --verify FILE`: verifies a copy without any database. All exit with 1 when something
 * is wrong.
 */

const KEPT = 14

const USAGE =
  'Укажите файл копии: npm run backup -- копия.tar.gz. Проверить копию: npm run backup -- --verify копия.tar.gz'

/** npm runs scripts in the project's folder, and relative names refer to it. */
const pathOf = (name: string) => resolve(projectRoot, name)

async function write(path: string): Promise<number> {
  const settings = loadSettings()
  const { config, name, stop } = await joinDatabase(settings, quiet)
  say(capital(name))
  try {
    const store = await openCheckedStore(settings)
    const options = { config, store, clock: systemClock, version: auth.APP_VERSION }
    const proved = { altered: [] as Awaited<ReturnType<typeof verifyCopy>>['altered'] }
    const writing = writeWhole(
      path,
      (out) => writeBackup(options, out),
      async (half) => Object.assign(proved, await verifyCopy(half)),
    )
    const { files, missing } = await orUnreachable(name, writing)
    const faults = faultsOf({ missing, altered: proved.altered })
    faults.forEach(say)
    const { db, close } = openDatabase({ ...config, max: 1 }, quiet)
    await rememberBackup(db, systemClock).finally(close)
    say(`Копия готова: ${path}, ${sizeInWords((await stat(path)).size)}, файлов в ней ${files}`)
    return faults.length > 0 ? 1 : 0
  } finally {
    await stop()
  }
}

/**
 * Writes a copy named by the current moment, and deletes all but the latest `keep` and the latest complete one, once the
 * new one is verified.
 */
async function writeInto(folder: string, keep: number): Promise<number> {
  await makeFolder(folder)
  await clearHalves(folder, systemClock)
  const name = dailyName(systemClock.now())
  const code = await write(join(folder, name))
  const made = code === 0 ? name : incompleteName(name)
  if (made !== name) {
    await rename(join(folder, name), join(folder, made))
    say(`В ней не всё есть, поэтому она названа ${made}. Последняя полная копия остаётся`)
  }
  const { former, kept } = copiesToDelete(await readdir(folder), { made, keep, now: systemClock.now() })
  for (const old of former) await rm(join(folder, old))
  say(`Копий в ${folder}: ${kept}${former.length > 0 ? `, убрано прежних: ${former.length}` : ''}`)
  return code
}

async function verify(path: string): Promise<number> {
  const contents = await verifyCopy(path)
  const faults = faultsOf(contents)
  faults.forEach(say)
  say(figuresOf(contents))
  return faults.length > 0 ? 1 : 0
}

async function run(): Promise<number> {
  const options = { verify: { type: 'boolean' }, into: { type: 'string' }, keep: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [name] = positionals
  const keep = wholeIn(values.keep ?? KEPT)
  if (values.into && positionals.length === 0 && Number.isInteger(keep) && keep > 0) {
    return writeInto(pathOf(values.into), keep)
  }
  if (!name || positionals.length > 1) throw new BackupError(USAGE)
  return values.verify ? verify(pathOf(name)) : write(pathOf(name))
}

endWithParent()
runCommand(run, USAGE)
