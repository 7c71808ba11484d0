/**
 * Measures how fast this machine is: the seconds needed to generate the demo data, to which the time of `npm test` is
 * compared. `node scripts/speed.ts 20000` writes to a new embedded database, and measures from the first row to the
 * last index.
 */
import { Readable } from 'node:stream'
import { join } from 'node:path'
import { generateDemo } from '../packages/server/src/demo/generate.ts'
import { startEmbedded } from '../packages/server/src/platform/embedded.ts'
import { folderStore } from '../packages/server/src/platform/external/file-store/folder.ts'
import { migrate } from '../packages/server/src/platform/database/migrate.ts'
import { temporaryFolder } from '../packages/server/src/testing/folder.ts'
import { leaveNothing } from '../packages/server/src/testing/program-end.ts'

const quiet = { info() {}, warn: console.warn }
leaveNothing()
const requests = Number(process.argv[2] ?? 20_000)
const folder = await temporaryFolder('speed')
const { config, stop } = await startEmbedded({ dataDir: folder.path, log: quiet })
try {
  await migrate(config, quiet)
  const store = folderStore(join(folder.path, 'files'))
  const from = performance.now()
  await generateDemo({
    config,
    requests,
    today: '2026-11-20',
    putFile: (key, bytes) => store.put(key, Readable.from([bytes])),
  })
  process.stdout.write(`${((performance.now() - from) / 1000).toFixed(2)}\n`)
} finally {
  await stop()
  await folder.remove()
}
