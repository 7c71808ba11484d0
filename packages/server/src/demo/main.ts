import { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { systemClock, today } from '../platform/clock.ts'
import { runCommand, say } from '../platform/runtime/command.ts'
import { capital, joinDatabase } from '../platform/database/connect.ts'
import { runDeferredDdl } from '../platform/database/deferred-ddl.ts'
import type { FileStore } from '../platform/external/file-store.ts'
import { openCheckedStore } from '../platform/external/file-store/open.ts'
import { loadSettings } from '../platform/settings/file.ts'
import { generateDemo } from './generate.ts'
import { clearLeftFiles } from './left-files.ts'
import { usualRequests } from './size.ts'

/**
 * `npm run demo -- [--requests 1000000] [--database URL] [--seed WORD]`: fills an empty database, by default the one in
 * the settings.
 */

const USAGE = 'Использование: npm run demo -- [--requests 20000] [--database АДРЕС] [--seed СЛОВО]'
const PROGRESS_EVERY_MS = 1000

async function clearLeft(config: pg.ClientConfig, store: FileStore) {
  const client = new pg.Client(config)
  await client.connect()
  await clearLeftFiles(client, store).finally(() => client.end())
}

async function run(): Promise<undefined> {
  const { values } = parseArgs({
    options: { requests: { type: 'string' }, database: { type: 'string' }, seed: { type: 'string' } },
  })
  const { database, seed } = values
  const settings = loadSettings(database ? { DATABASE_URL: database } : {})
  const { config, name, stop } = await joinDatabase(settings, { info: say, warn: say })
  say(capital(name))
  const store = await openCheckedStore(settings)
  const started = performance.now()
  let reported = started
  try {
    await clearLeft(config, store)
    await generateDemo({
      config,
      requests: values.requests === undefined ? usualRequests : Number(values.requests),
      today: today(systemClock),
      seed,
      putFile: (key, bytes) => store.put(key, Readable.from([bytes])),
      onProgress: (what, share) => {
        if (share < 1 && performance.now() - reported < PROGRESS_EVERY_MS) return
        reported = performance.now()
        say(`${String(Math.floor(share * 100)).padStart(3)} %  ${what}`)
      },
    })
    say(`Создано за ${((performance.now() - started) / 1000).toFixed(1)} с`)
    await runDeferredDdl(config, { info: say, warn: say })
  } finally {
    await stop()
  }
}

runCommand(run, USAGE)
