import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { endedInWords } from './backup/ending.ts'
import { BackupError } from './backup/manifest.ts'
import { AS_IT_WAS, restoreBackup, UNCERTAIN, type Stage } from './backup/restore.ts'
import { faultsOf, figuresOf, verifyCopy } from './backup/verify.ts'
import { systemClock } from './platform/clock.ts'
import { quiet, runCommand, say } from './platform/runtime/command.ts'
import { capital, reachDatabase } from './platform/database/connect.ts'
import { openCheckedStore } from './platform/external/file-store/open.ts'
import { takeZone } from './platform/database/kept-zone.ts'
import { projectRoot } from './platform/runtime/places.ts'
import { loadSettings } from './platform/settings/file.ts'

/**
 * `npm run restore -- FILE [--replace] [--new]`: replaces the system in the settings by the contents of the copy. This
 * is also how a system is moved: from the embedded database to a server, from a folder to S3, and back.
 */

const USAGE = 'Укажите файл копии: npm run restore -- копия.tar.gz [--replace] [--new]'
const NEW = 'Если система должна быть в этой папке, добавьте --new'

const STAGES: Partial<Record<Stage, string>> = {
  proved: 'Копия прочитана до конца и цела',
  rows: 'Таблицы готовы, переношу файлы',
  files: 'Файлы на месте',
}

let reached: Stage | undefined

/** What somebody has who ends the command. */
function whenInterrupted(): string {
  if (reached === 'swapped') return 'Прервано, когда система была уже восстановлена'
  return `Восстановление прервано. ${reached === 'swapping' ? UNCERTAIN : AS_IT_WAS}`
}

function readOptions() {
  const { values, positionals } = parseArgs({
    options: { replace: { type: 'boolean', default: false }, new: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [name] = positionals
  if (!name || positionals.length > 1) throw new BackupError(USAGE)
  return { path: resolve(projectRoot, name), replace: values.replace, mayMake: values.new }
}

async function run(): Promise<number> {
  const { path, replace, mayMake } = readOptions()
  const settings = loadSettings()
  // Nothing is created for a file that is not a copy.
  const { manifest } = await verifyCopy(path)
  const { config, name, stop } = await reachDatabase(settings, quiet, mayMake).catch((error: Error) => {
    throw error.message.startsWith('Такой базы') ? new BackupError(`${error.message}. ${NEW}`) : error
  })
  say(capital(name))
  try {
    const store = await openCheckedStore(settings)
    const onStage = (stage: Stage) => {
      reached = stage
      if (STAGES[stage]) say(STAGES[stage])
    }
    const options = { config, store, clock: systemClock, log: quiet, replace, onStage }
    const contents = await restoreBackup(options, () => createReadStream(path), manifest)
    const faults = faultsOf(contents)
    faults.forEach(say)
    say(`Система восстановлена. ${figuresOf(contents)}`)
    endedInWords(contents.ended).forEach(say)
    // The copy may come from a machine in another zone, and brings the zone of its dates with it.
    await takeZone(config, quiet)
    return faults.length > 0 ? 1 : 0
  } finally {
    await stop()
  }
}

runCommand(run, USAGE, undefined, whenInterrupted)
