import { constants, access, statfs } from 'node:fs/promises'
import { settings as contract, zones } from '@vypusk/contract'
import { mayCheck, setUp, tryPart } from './domains/operations/port.ts'
import { systemClock } from './platform/clock.ts'
import { quiet, runCommand, say, systemSentence } from './platform/runtime/command.ts'
import { capital, reachDatabase, whyNot } from './platform/database/connect.ts'
import { directoryAt } from './platform/corporate/directory.ts'
import { oidcAt } from './platform/corporate/oidc.ts'
import { checkDatabase, openDatabase, type Db } from './platform/database.ts'
import type { DatabaseState } from './platform/database/state.ts'
import { isEmbeddedMade } from './platform/embedded.ts'
import { openCheckedStore } from './platform/external/file-store/open.ts'
import { remoteAt } from './platform/external/ftp.ts'
import { takeZone } from './platform/database/kept-zone.ts'
import { misspelled } from './platform/settings/misspelled.ts'
import { sizeInWords } from './platform/text/plain-text.ts'
import { refuseCrowd } from './platform/processes/connections.ts'
import { tryReplica } from './platform/replica/trying.ts'
import type { Settings } from './platform/settings.ts'
import { loadSettings } from './platform/settings/file.ts'
import { makeFolder } from './platform/runtime/folders.ts'

/**
 * `npm run check`: tries every part of the installation with the settings of the service, before its first start or
 * while it runs, and prints a table. Nothing is created or changed except a small file in the store. Exits with 1 when
 * a part does not work.
 */

const USAGE = 'Настройки берутся из окружения и VYPUSK_ENV_FILE: npm run check'

/** Null when it is not configured and so was not tried. */
interface CheckResult {
  title: string
  isGood: boolean | null
  sentence: string
  detail?: string | null
}

const STATES: Record<DatabaseState, [isGood: boolean, sentence: string]> = {
  new: [true, 'пустая: таблицы сделает первый запуск'],
  older: [true, 'более старой версии: запуск обновит её, сначала сделайте копию'],
  current: [true, 'этой версии'],
  newer: [false, 'более новой версии: обновите программу'],
  foreign: [false, 'в ней таблицы другой программы'],
  emptied: [false, 'системы в ней больше нет: восстановите её из копии'],
}

const LEAST_FREE = 1024 ** 3

async function checkFolder({ dataDir }: Settings): Promise<CheckResult> {
  const title = 'Папка данных'
  try {
    await makeFolder(dataDir)
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    const { bavail, bsize } = await statfs(dataDir)
    const free = bavail * bsize
    const sentence = `${dataDir}: свободно ${sizeInWords(free)}`
    return free < LEAST_FREE
      ? { title, isGood: false, sentence: `${sentence}, это мало` }
      : { title, isGood: true, sentence }
  } catch (error) {
    const why = error instanceof Error ? (systemSentence(error) ?? error.message) : String(error)
    return { title, isGood: false, sentence: why }
  }
}

/** To be called when the zone kept in the database, if there is one, has replaced TZ. */
function checkTime(): CheckResult {
  const now = systemClock.now().toLocaleString('ru', { dateStyle: 'short', timeStyle: 'short' })
  const hint = process.env['TZ'] ? '' : '; TZ не задан, это пояс машины'
  return { title: 'Часовой пояс', isGood: true, sentence: `${zones.ownZone()}, сейчас ${now}${hint}` }
}

/** What the database says of itself; the replica has a line of its own. */
const askIt = (settings: Settings, db: Db) =>
  tryPart('database', {
    settings: { ...settings, replica: null },
    db,
    store: undefined,
    remote: null,
    oidc: null,
    directory: null,
  })

/** Checks the database, and runs what needs a connection to it. */
async function checkDatabaseOf(settings: Settings, use: (db: Db | undefined) => Promise<void>): Promise<CheckResult> {
  const title = 'База данных'
  if (!settings.databaseUrl && !isEmbeddedMade(settings.dataDir)) {
    await use(undefined)
    return { title, isGood: true, sentence: 'встроенная: её сделает первый запуск' }
  }
  try {
    const { config, through, name, state, stop } = await reachDatabase(settings, quiet, false)
    const { db, close } = openDatabase({ ...config, max: 1 }, quiet)
    const [isGood, sentence] = STATES[state]
    try {
      if (state === 'current') await takeZone(config, quiet)
      if (state === 'current') await checkDatabase(db)
      if (settings.workers > 1) await refuseCrowd(config, settings, through !== undefined)
      await use(state === 'current' ? db : undefined)
      const found = { title, isGood, sentence: `${capital(name)}, ${sentence}` }
      if (state !== 'current') return found
      const answer = await askIt(settings, db)
      return { title, isGood: answer.is_ok, sentence: `${found.sentence}. ${answer.sentence}`, detail: answer.detail }
    } finally {
      await close()
      await stop()
    }
  } catch (error) {
    await use(undefined)
    return { title, isGood: false, sentence: error instanceof Error ? error.message : String(error) }
  }
}

async function checkReplica({ replica, databaseUrl }: Settings): Promise<CheckResult> {
  const title = 'Реплика для чтения'
  if (!replica || !databaseUrl)
    return { title, isGood: null, sentence: 'DATABASE_READ_URL не задан: всё читается с основного сервера' }
  return { title, ...(await tryReplica(replica, { connectionString: databaseUrl }, whyNot)) }
}

async function checkParts(settings: Settings, db: Db | undefined): Promise<CheckResult[]> {
  const remote = settings.ftpUrl ? remoteAt(settings.ftpUrl) : null
  // A broken store is one line of the table; the other parts are tried all the same.
  const store = await openCheckedStore(settings).catch((error: Error) => error)
  const parts = {
    settings,
    remote,
    db,
    store: store instanceof Error ? undefined : store,
    oidc: settings.oidc && oidcAt(settings.oidc, settings.publicUrl),
    directory: settings.ldap && directoryAt(settings.ldap),
  }
  const found: CheckResult[] = []
  for (const { section, name: title } of contract.settingSections) {
    const may = mayCheck(section, setUp(settings))
    if (may !== true) found.push({ title, isGood: null, sentence: may[1] })
    else if (section === 'files' && store instanceof Error)
      found.push({ title, isGood: false, sentence: store.message })
    else if (section !== 'database') {
      const { is_ok, sentence, detail } = await tryPart(section, parts)
      found.push({ title, isGood: is_ok, sentence, detail })
    }
  }
  remote?.close()
  return found
}

const MARKS = { true: '✓', false: '✗', null: '–' }

function printResult({ title, isGood, sentence, detail }: CheckResult) {
  say(`${MARKS[`${isGood}`]} ${title.padEnd(18)} ${sentence}`)
  if (detail) say(`  ${''.padEnd(18)} ${detail}`)
}

async function run(): Promise<number> {
  const settings = loadSettings()
  const found = [await checkFolder(settings)]
  const others: CheckResult[] = []
  found.push(await checkDatabaseOf(settings, async (db) => void others.push(...(await checkParts(settings, db)))))
  found.unshift(checkTime())
  found.push(await checkReplica(settings), ...others)
  found.forEach(printResult)
  misspelled(process.env).forEach(say)
  const bad = found.filter(({ isGood }) => isGood === false).length
  say(bad === 0 ? 'Всё, что настроено, работает' : `Не работает: ${bad}`)
  return bad === 0 ? 0 : 1
}

runCommand(run, USAGE)
