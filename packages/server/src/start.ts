import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { openProduct, type Product } from './app.ts'
import { isAnybodyThere } from './domains/auth/port.ts'
import { DEMO_SIGN_INS } from './domains/auth/rules.ts'
import { buildName, thisBuild } from './platform/build.ts'
import { systemClock } from './platform/clock.ts'
import { isSentence, systemSentence } from './platform/command.ts'
import type { Connected } from './platform/connect.ts'
import { runDeferredDdl } from './platform/deferred-ddl.ts'
import { stopEmbedded } from './platform/embedded.ts'
import { prepareEnding } from './platform/ending.ts'
import { openFileStore } from './platform/file-store/open.ts'
import { serveMetrics } from './platform/metrics.ts'
import { misspelled } from './platform/misspelled.ts'
import { pagesDir } from './platform/places.ts'
import type { Settings } from './platform/settings.ts'
import { loadSettings } from './platform/settings-file.ts'
import { startTracing } from './platform/tracing.ts'
import { watchEventLoop } from './platform/watchdog.ts'
import { prepareDatabase } from './prepare.ts'

/** The process: settings, database, listen, close. */

const say = (text: string) => process.stdout.write(`${text}\n`)

interface Present {
  demo: boolean
  isAnybodyThere: boolean
}

function greet({ publicUrl, smtpUrl, dataDir }: Settings, { demo, ...present }: Present) {
  say(`\nВыпуск открыт: ${publicUrl}`)
  if (demo) {
    say('Демонстрационные входы (пароль demo):')
    for (const { login, who } of DEMO_SIGN_INS) say(`  ${login.padEnd(8)} ${who}`)
  }
  if (!present.isAnybodyThere) say('Войти пока некому. Первый администратор: npm run admin -- --login ИМЯ')
  if (!smtpUrl) say(`Письма не отправляются, а складываются файлами в ${join(dataDir, 'outbox')} (SMTP_URL не задан)`)
  say('Остановить: Ctrl+C\n')
}

let product: Product | undefined
let metrics: Server | undefined
let connected: Connected | undefined
let endTracing: (() => Promise<void>) | undefined
let watchdog: { stop(): Promise<void> } | undefined
const building = new AbortController()
const ending = prepareEnding(
  async () => {
    building.abort()
    await product?.close()
    metrics?.close()
    await connected?.stop()
    await stopEmbedded()
    await watchdog?.stop()
    await endTracing?.()
  },
  (error) => process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`),
)

const logOf = ({ logLevel: level }: Settings) =>
  pino({ level, base: { pid: process.pid, hostname: hostname(), build: buildName(thisBuild()) } })

async function start() {
  const settings = loadSettings()
  misspelled(process.env).forEach(say)
  endTracing = await startTracing(settings.tracesUrl)
  const log = logOf(settings)
  const store = await openFileStore(settings)
  const tell = (text: string) => ending.begun || say(text)
  const told = { info: tell, warn: tell }
  const prepared = await prepareDatabase({
    settings,
    log: told,
    clock: systemClock,
    store,
    requests: settings.demoRequests,
    onReplaced: giveWay,
  })
  connected = prepared
  const { config, through, isShared, demo } = prepared
  const webDir = existsSync(join(pagesDir, 'index.html')) ? pagesDir : undefined
  product = await openProduct({
    settings,
    config,
    isShared,
    ...(through ? { through } : {}),
    log,
    demo,
    ...(webDir ? { webDir } : {}),
  })
  await product.app.listen({ port: settings.port, host: settings.host })
  if (settings.metricsPort !== null) metrics = await serveMetrics(product.metrics, settings.metricsPort, settings.host)
  watchdog = watchEventLoop(settings.eventLoopLimit, log)
  greet(settings, { demo, isAnybodyThere: await isAnybodyThere(product.deps.db) })
  runDeferredDdl(config, told, { signal: building.signal }).catch((error: Error) => {
    // Where the database could not be asked, nobody knows whether there are such.
    log.error({ err: error }, 'What a big load or an upgrade has left to be done is not done until the next start')
  })
}

/** A copy has taken the place of the database; whoever watches over the process starts it anew. */
function giveWay(sentence: string) {
  say(sentence)
  ending.end(1)
}

/** Settings, database, port and disk errors are sentences for whoever starts the server; others need the trace. */
function sentenceOf(error: Error) {
  return isSentence(error) ? error.message : (systemSentence(error) ?? error.stack)
}

start().catch((error: Error) => {
  if (ending.begun) return
  process.stderr.write(`${sentenceOf(error)}\n`)
  ending.end(1)
})
