import { existsSync } from 'node:fs'
import { join } from 'node:path'
import closeWithGrace from 'close-with-grace'
import { pino } from 'pino'
import { openProduct } from './app.ts'
import { DEMO_SIGN_INS } from './domains/auth/rules.ts'
import { systemClock } from './platform/clock.ts'
import { folderStore } from './platform/file-store.ts'
import { projectRoot } from './platform/places.ts'
import { readSettings, type Settings } from './platform/settings.ts'
import { prepareDatabase } from './prepare.ts'

/** The process: settings, database, listen, close. */

const WEB_DIR = join(projectRoot, 'packages/web/dist')
/** Longest wait for open requests at the end. */
const CLOSE_MS = 10_000

const say = (text: string) => process.stdout.write(`${text}\n`)

function greet({ publicUrl, smtpUrl, dataDir }: Settings, demo: boolean) {
  say(`\nВыпуск открыт: ${publicUrl}`)
  if (demo) {
    say('Демонстрационные входы (пароль demo):')
    for (const { login, who } of DEMO_SIGN_INS) say(`  ${login.padEnd(8)} ${who}`)
  }
  if (!smtpUrl) say(`Письма не отправляются, а складываются файлами в ${join(dataDir, 'outbox')} (SMTP_URL не задан)`)
  say('Остановить: Ctrl+C\n')
}

async function start() {
  const settings = readSettings(process.env)
  const log = pino({ level: settings.logLevel })
  const store = folderStore(join(settings.dataDir, 'files'))
  const told = { info: say, warn: say }
  const { config, demo, stop } = await prepareDatabase({
    settings,
    log: told,
    clock: systemClock,
    store,
    requests: settings.demoRequests,
  })
  const webDir = existsSync(join(WEB_DIR, 'index.html')) ? WEB_DIR : undefined
  const product = await openProduct({ settings, config, log, demo, ...(webDir ? { webDir } : {}) })
  closeWithGrace({ delay: CLOSE_MS, logger: log }, async ({ err }) => {
    if (err) log.fatal({ err }, 'the process ends')
    await product.close()
    await stop()
  })
  await product.app.listen({ port: settings.port, host: settings.host })
  greet(settings, demo)
}

start().catch((error: Error) => {
  // Settings, database and port errors are sentences for whoever starts the server; others need the trace.
  const known = ['SettingsError', 'DatabaseError', 'EmbeddedError'].includes(error.name)
  process.stderr.write(`${known ? error.message : error.stack}\n`)
  process.exit(1)
})
