import { createReadStream, existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { BackupError } from './backup/manifest.ts'
import { restoreBackup } from './backup/restore.ts'
import { quiet, runCommand, say } from './platform/command.ts'
import { capital, reachDatabase } from './platform/connect.ts'
import { openFileStore } from './platform/file-store/open.ts'
import { momentInWords } from './platform/plain-text.ts'
import { projectRoot } from './platform/places.ts'
import { loadSettings } from './platform/settings-file.ts'

/**
 * `npm run restore -- FILE [--replace]`: makes the system that the settings name what the copy says. So a
 * system also moves: from the embedded database to a server, from a folder to S3, and back.
 */

const USAGE = 'Укажите файл копии: npm run restore -- копия.tar.gz [--replace]'

function readOptions() {
  const { values, positionals } = parseArgs({ options: { replace: { type: 'boolean' } }, allowPositionals: true })
  const [name] = positionals
  if (!name) throw new BackupError(USAGE)
  const path = resolve(projectRoot, name)
  if (!existsSync(path)) throw new BackupError(`Файла ${path} нет`)
  return { path, replace: values.replace === true }
}

async function run(): Promise<undefined> {
  const { path, replace } = readOptions()
  const settings = loadSettings()
  const { config, name, stop } = await reachDatabase(settings, quiet, true)
  say(capital(name))
  try {
    const store = await openFileStore(settings)
    const { made_at, files } = await restoreBackup({ config, store, log: quiet, replace }, createReadStream(path))
    say(`Система восстановлена из копии от ${momentInWords(made_at)}, файлов ${files}`)
  } finally {
    await stop()
  }
}

runCommand(run, USAGE)
