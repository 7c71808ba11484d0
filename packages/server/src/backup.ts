import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { auth } from '@vypusk/contract'
import { BackupError } from './backup/manifest.ts'
import { writeBackup } from './backup/write.ts'
import { systemClock } from './platform/clock.ts'
import { quiet, runCommand, say } from './platform/command.ts'
import { capital, joinDatabase } from './platform/connect.ts'
import { openFileStore } from './platform/file-store/open.ts'
import { sizeInWords } from './platform/plain-text.ts'
import { projectRoot } from './platform/places.ts'
import { loadSettings } from './platform/settings-file.ts'

/** `npm run backup -- FILE`: everything into one file, while the system runs; the same settings as the system. */

const USAGE = 'Укажите файл копии: npm run backup -- копия.tar.gz'

async function run(): Promise<undefined> {
  const [name] = process.argv.slice(2)
  if (!name) throw new BackupError(USAGE)
  // npm runs scripts in the project's folder; a relative name means that folder.
  const path = resolve(projectRoot, name)
  const half = `${path}.part`
  const settings = loadSettings()
  const { config, name: database, stop } = await joinDatabase(settings, quiet)
  say(capital(database))
  try {
    const store = await openFileStore(settings)
    const given = { config, store, clock: systemClock, version: auth.APP_VERSION }
    const { files } = await writeBackup(given, createWriteStream(half, { mode: 0o600 }))
    await rename(half, path)
    say(`Копия готова: ${path}, ${sizeInWords((await stat(path)).size)}, файлов в ней ${files}`)
  } finally {
    await rm(half, { force: true })
    await stop()
  }
}

runCommand(run, USAGE)
