import { createReadStream, existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { BackupError } from './backup/manifest.ts'
import { restoreBackup } from './backup/restore.ts'
import { reachDatabase } from './platform/connect.ts'
import { openFileStore } from './platform/file-store/open.ts'
import { momentInWords } from './platform/plain-text.ts'
import { projectRoot } from './platform/places.ts'
import { readSettings } from './platform/settings.ts'

/**
 * `npm run restore -- FILE [--replace]`: makes the system that the settings name what the copy says. So a
 * system also moves: from the embedded database to a server, from a folder to S3, and back.
 */

const say = (text: string) => process.stdout.write(`${text}\n`)
const quiet = { info: () => {}, warn: say }
const USAGE = 'Укажите файл копии: npm run restore -- копия.tar.gz [--replace]'

function readOptions() {
  const { values, positionals } = parseArgs({ options: { replace: { type: 'boolean' } }, allowPositionals: true })
  const [name] = positionals
  if (!name) throw new BackupError(USAGE)
  const path = resolve(projectRoot, name)
  if (!existsSync(path)) throw new BackupError(`Файла ${path} нет`)
  return { path, replace: values.replace === true }
}

async function run() {
  const { path, replace } = readOptions()
  const settings = readSettings(process.env)
  const { config, stop } = await reachDatabase(settings, quiet)
  try {
    const store = await openFileStore(settings)
    const { made_at, files } = await restoreBackup({ config, store, log: quiet, replace }, createReadStream(path))
    say(`Система восстановлена из копии от ${momentInWords(made_at)}, файлов ${files}`)
  } finally {
    await stop()
  }
}

run().catch((error: Error & { code?: string }) => {
  const known = ['BackupError', 'SettingsError', 'DatabaseError', 'EmbeddedError'].includes(error.name)
  const badOption = error.code?.startsWith('ERR_PARSE_ARGS')
  process.stderr.write(`${known ? error.message : badOption ? USAGE : error.stack}\n`)
  process.exit(1)
})
