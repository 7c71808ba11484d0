/**
 * Makes a release: `node scripts/release.ts 2026-11-22`. Saves what later versions are checked against: its migrations
 * and settings, a data set they must be able to open, and its section of CHANGELOG.md (docs/upgrading.md,
 * CONTRIBUTING.md).
 */
import { createWriteStream } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { auth } from '@vypusk/contract'
import { writeBackup } from '../packages/server/src/backup/write.ts'
import { generateDemo } from '../packages/server/src/demo/generate.ts'
import { systemClock } from '../packages/server/src/platform/clock.ts'
import { startEmbedded } from '../packages/server/src/platform/embedded.ts'
import { folderStore } from '../packages/server/src/platform/external/file-store/folder.ts'
import { migrate } from '../packages/server/src/platform/database/migrate.ts'
import { projectRoot } from '../packages/server/src/platform/runtime/places.ts'
import { settingNames } from '../packages/server/src/platform/settings.ts'
import { temporaryFolder } from '../packages/server/src/testing/folder.ts'
import { leaveNothing } from '../packages/server/src/testing/program-end.ts'
import { migrationSums, releasesDir, UNRELEASED, type Release } from './steps/releases.ts'

const REQUESTS = 200
const quiet = { info() {}, warn: console.warn }

/** Writes the demo data of a fixed day, so that the data set does not depend on the day it was made. */
async function writeData(name: string, path: string) {
  const folder = await temporaryFolder('release')
  const { config, stop } = await startEmbedded({ dataDir: folder.path, log: quiet })
  const store = folderStore(join(folder.path, 'files'))
  try {
    await migrate(config, quiet)
    const putFile = (key: string, bytes: Uint8Array) => store.put(key, Readable.from([bytes]))
    await generateDemo({ config, requests: REQUESTS, today: name, putFile })
    await writeBackup({ config, store, clock: systemClock, version: auth.APP_VERSION }, createWriteStream(path))
  } finally {
    await stop()
    await folder.remove()
  }
}

async function writeChanges(name: string) {
  const path = join(projectRoot, 'CHANGELOG.md')
  const text = await readFile(path, 'utf8')
  const heading = `## ${UNRELEASED}\n`
  if (!text.includes(heading)) throw new Error(`CHANGELOG.md has no «${UNRELEASED}»`)
  await writeFile(path, text.replace(heading, `${heading}\n## ${name}\n`))
}

leaveNothing()
const [name = ''] = process.argv.slice(2)
if (!/^\d{4}-\d\d-\d\d$/.test(name)) throw new Error('Name the release: node scripts/release.ts YYYY-MM-DD')
const folder = join(releasesDir, name)
await mkdir(releasesDir, { recursive: true })
await mkdir(folder)
await writeData(name, join(folder, 'data.tar.gz'))
const release: Release = { name, migrations: await migrationSums(), settings: settingNames.toSorted() }
await writeFile(join(folder, 'release.json'), `${JSON.stringify(release, null, 2)}\n`)
await writeChanges(name)
