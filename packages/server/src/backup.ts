import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { auth } from '@vypusk/contract'
import { writeWhole } from './backup/copy-file.ts'
import { BackupError } from './backup/manifest.ts'
import { faultsOf, figuresOf, verifyCopy } from './backup/verify.ts'
import { writeBackup } from './backup/write.ts'
import { systemClock } from './platform/clock.ts'
import { quiet, runCommand, say } from './platform/command.ts'
import { capital, joinDatabase } from './platform/connect.ts'
import { openFileStore } from './platform/file-store/open.ts'
import { sizeInWords } from './platform/plain-text.ts'
import { projectRoot } from './platform/places.ts'
import { loadSettings } from './platform/settings-file.ts'

/**
 * `npm run backup -- FILE`: everything into one file, while the system runs; the same settings as the system.
 * `npm run backup -- --verify FILE`: proves a copy, without any database. Both end with 1 when not all is well.
 */

const USAGE =
  'Укажите файл копии: npm run backup -- копия.tar.gz. Проверить копию: npm run backup -- --verify копия.tar.gz'

/** npm runs scripts in the project's folder; a relative name means that folder. */
const pathOf = (name: string) => resolve(projectRoot, name)

async function write(path: string): Promise<number> {
  const settings = loadSettings()
  const { config, name, stop } = await joinDatabase(settings, quiet)
  say(capital(name))
  try {
    const store = await openFileStore(settings)
    const given = { config, store, clock: systemClock, version: auth.APP_VERSION }
    const proved = { altered: [] as Awaited<ReturnType<typeof verifyCopy>>['altered'] }
    const { files, missing } = await writeWhole(
      path,
      (out) => writeBackup(given, out),
      async (half) => Object.assign(proved, await verifyCopy(half)),
    )
    const faults = faultsOf({ missing, altered: proved.altered })
    faults.forEach(say)
    say(`Копия готова: ${path}, ${sizeInWords((await stat(path)).size)}, файлов в ней ${files}`)
    return faults.length > 0 ? 1 : 0
  } finally {
    await stop()
  }
}

async function verify(path: string): Promise<number> {
  const contents = await verifyCopy(path)
  const faults = faultsOf(contents)
  faults.forEach(say)
  say(figuresOf(contents))
  return faults.length > 0 ? 1 : 0
}

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({ options: { verify: { type: 'boolean' } }, allowPositionals: true })
  const [name] = positionals
  if (!name || positionals.length > 1) throw new BackupError(USAGE)
  return values.verify ? verify(pathOf(name)) : write(pathOf(name))
}

runCommand(run, USAGE)
