import { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { systemClock } from '../platform/clock.ts'
import { connectDatabase } from '../platform/connect.ts'
import { runDeferredDdl } from '../platform/deferred-ddl.ts'
import { openFileStore } from '../platform/file-store/open.ts'
import { readSettings } from '../platform/settings.ts'
import { generateDemo } from './generate.ts'
import { usualRequests } from './size.ts'

/**
 * `npm run demo -- [--requests 1000000] [--database URL] [--seed WORD]`: fills an empty database, the one the
 * settings name unless another is given.
 */

const say = (text: string) => process.stdout.write(`${text}\n`)
const PROGRESS_EVERY_MS = 1000

async function run() {
  const { values } = parseArgs({
    options: { requests: { type: 'string' }, database: { type: 'string' }, seed: { type: 'string' } },
  })
  const { database, seed } = values
  const settings = readSettings({ ...process.env, ...(database ? { DATABASE_URL: database } : {}) })
  const { config, stop } = await connectDatabase(settings, { info: say, warn: say })
  const store = await openFileStore(settings)
  const started = performance.now()
  let told = started
  try {
    await generateDemo({
      config,
      requests: values.requests === undefined ? usualRequests : Number(values.requests),
      today: systemClock.now().toISOString().slice(0, 10),
      seed,
      putFile: (key, bytes) => store.put(key, Readable.from([bytes])),
      onProgress: (what, share) => {
        if (share < 1 && performance.now() - told < PROGRESS_EVERY_MS) return
        told = performance.now()
        say(`${String(Math.floor(share * 100)).padStart(3)} %  ${what}`)
      },
    })
    say(`Создано за ${((performance.now() - started) / 1000).toFixed(1)} с`)
    await runDeferredDdl(config, { info: say, warn: say })
  } finally {
    await stop()
  }
}

run().catch((error: Error) => {
  const known = ['DemoError', 'SettingsError', 'DatabaseError', 'EmbeddedError'].includes(error.name)
  process.stderr.write(`${known ? error.message : error.stack}\n`)
  process.exit(1)
})
