import { hostname } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { DEMO_SIGN_INS } from './domains/auth/rules.ts'
import { buildName, thisBuild } from './platform/runtime/build.ts'
import { systemClock } from './platform/clock.ts'
import { isSentence, systemSentence } from './platform/runtime/command.ts'
import { orUnreachable } from './platform/database/connect.ts'
import { keepRunningDeferredDdl } from './platform/database/deferred-ddl.ts'
import { stopEmbedded } from './platform/embedded.ts'
import { closeAll, FOR_DATABASE_MS, PATIENCE_MS, prepareEnding, type TimeLeft } from './platform/runtime/shutdown.ts'
import { openStoreOfService } from './platform/external/file-store/open.ts'
import { serveMetrics } from './platform/metrics/port.ts'
import { misspelled } from './platform/settings/misspelled.ts'
import { refuseCrowd } from './platform/processes/connections.ts'
import { figuresOfAll } from './platform/processes/figures.ts'
import { Workers } from './platform/processes/supervisor.ts'
import { listenToParent, sayRefused, sayServing, publishFigures, workerNumber } from './platform/processes/worker.ts'
import type { Settings } from './platform/settings.ts'
import { loadSettings } from './platform/settings/file.ts'
import { startTracing } from './platform/tracing.ts'
import { clearTempFolders } from './platform/runtime/temp-folder.ts'
import { joinPrepared, prepareDatabase, type Prepared } from './prepare.ts'

/**
 * The process: settings, database, listening, closing. With WORKERS it prepares the database and starts workers to
 * listen; each is a process that starts here too (docs/decisions/0121).
 */

const say = (text: string) => process.stdout.write(`${text}\n`)
const complain = (text: string | undefined) => process.stderr.write(`${text}\n`)

function greet({ publicUrl, smtpUrl, dataDir, workers }: Settings, demo: boolean, isAnybodyThere: boolean) {
  say(`\nВыпуск открыт: ${publicUrl}`)
  if (workers > 1) say(`Рабочих процессов: ${workers}`)
  if (demo) {
    say('Демонстрационные входы (пароль demo):')
    for (const { login, who } of DEMO_SIGN_INS) say(`  ${login.padEnd(8)} ${who}`)
  }
  if (!isAnybodyThere) say('Войти пока некому. Первый администратор: npm run admin -- --login ИМЯ')
  if (!smtpUrl) say(`Письма не отправляются, а складываются файлами в ${join(dataDir, 'outbox')} (SMTP_URL не задан)`)
  say('Остановить: Ctrl+C\n')
}

/** What has to be closed, in the order in which it was opened. */
const opened: ((left: TimeLeft) => Promise<void>)[] = [stopEmbedded]
let keptWorkers: Workers | undefined
const ending = prepareEnding(
  (left) => closeAll(opened, left),
  (error) => complain(error instanceof Error ? error.stack : String(error)),
  // The main process waits for its workers, and then closes the database.
  workerNumber === null ? PATIENCE_MS : PATIENCE_MS - FOR_DATABASE_MS,
  workerNumber === null ? { hurry: () => Promise.resolve(keptWorkers?.end(0)).then(stopEmbedded) } : {},
)

const logOf = ({ logLevel: level }: Settings) =>
  pino({
    level,
    base: {
      pid: process.pid,
      hostname: hostname(),
      build: buildName(thisBuild()),
      ...(workerNumber !== null && { worker: workerNumber }),
    },
  })
type Logger = ReturnType<typeof logOf>

const messages = { info: report, warn: report }
function report(text: string) {
  if (!ending.begun) say(text)
}

async function prepare(settings: Settings, log: Logger) {
  const prepared = await prepareDatabase({
    settings,
    log: messages,
    clock: systemClock,
    store: await openStoreOfService(settings, ({ message }) => log.warn(message)),
    requests: settings.demoRequests,
    onReplaced: giveWay,
  })
  opened.push(prepared.stop)
  return prepared
}

async function openMetrics({ metricsPort, host }: Settings, read: () => Promise<string>) {
  if (metricsPort === null) return
  const server = await serveMetrics(read, metricsPort, host)
  opened.push(async () => void server.close())
}

/** Answers calls in this process. */
async function serveHere(settings: Settings, prepared: Prepared, log: Logger) {
  opened.push(await startTracing(settings.tracesUrl))
  // Imported here because a process that only keeps workers does not need it.
  const { serve } = await import('./serve.ts')
  const { metrics } = await serve(settings, prepared, log, (close) => void opened.push(close))
  return metrics.registry
}

/** Starts workers that answer calls; resolves when the first of them does. */
async function haveServed(settings: Settings, { config, name, through }: Prepared, log: Logger) {
  await orUnreachable(name, refuseCrowd(config, settings, through !== undefined))
  const workers = await new Promise<Workers>((resolve) => {
    const kept: Workers = new Workers(settings.workers, { log, onOpen: () => resolve(kept), onHopeless: giveUp })
    keptWorkers = kept
    opened.push((left) => kept.end(left() - FOR_DATABASE_MS))
  })
  return figuresOfAll(() => workers.count())
}

/** Runs deferred work on the database, once for all processes. */
function finishDatabase({ config }: Prepared, log: Logger) {
  const building = new AbortController()
  opened.push(async () => building.abort())
  void keepRunningDeferredDdl(config, messages, {
    signal: building.signal,
    // If the database could not be queried, it is unknown whether there is any such work.
    onFailure: (err, pauseMs) =>
      log.error({ err, pauseMs }, 'The work left by a big load or an upgrade was interrupted: it is tried again'),
  })
}

async function start() {
  const settings = loadSettings()
  misspelled(process.env).forEach(say)
  const log = logOf(settings)
  clearTempFolders().catch((err: unknown) => log.warn({ err }, 'temporary files'))
  const prepared = await prepare(settings, log)
  if (settings.workers > 1) await openMetrics(settings, await haveServed(settings, prepared, log))
  else {
    const registry = await serveHere(settings, prepared, log)
    await openMetrics(settings, () => registry.metrics())
  }
  greet(settings, prepared.demo, prepared.isAnybodyThere)
  finishDatabase(prepared, log)
}

/**
 * Starts as one of several workers. What is done once for all of them is done by the first one, or by its replacement.
 */
async function startAsWorker() {
  listenToParent(ending)
  const settings = loadSettings()
  const log = logOf(settings)
  const quiet = { info: (text: string) => log.info(text), warn: (text: string) => log.warn(text) }
  // The main process notices this too, and prints it.
  const prepared = await joinPrepared(settings, quiet, () => ending.end(1))
  opened.push(prepared.stop)
  publishFigures([await serveHere(settings, prepared, log)])
  await sayServing()
}

/** A restored copy has replaced the database; the supervisor of the process starts it again. */
function giveWay(sentence: string) {
  say(sentence)
  ending.end(1)
}

function giveUp(sentence: string) {
  complain(sentence)
  ending.end(1)
}

/**
 * Settings, database, port and disk errors are sentences for the person who starts the server; others need the stack
 * trace.
 */
const sentenceOf = (error: Error) => (isSentence(error) ? error.message : systemSentence(error))

const started = workerNumber === null ? start() : startAsWorker()
started.catch(async (error: Error) => {
  if (ending.begun) return
  const sentence = sentenceOf(error)
  if (sentence && workerNumber !== null) {
    await sayRefused(sentence)
    ending.end(1)
  } else giveUp(sentence ?? error.stack ?? String(error))
})
