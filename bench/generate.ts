import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
import { generateDemo } from '../packages/server/src/demo/generate.ts'
import { runDeferredDdl } from '../packages/server/src/platform/database/deferred-ddl.ts'
import { startEmbedded } from '../packages/server/src/platform/embedded.ts'
import { folderStore } from '../packages/server/src/platform/external/file-store/folder.ts'
import { migrate } from '../packages/server/src/platform/database/migrate.ts'
import { temporaryFolder } from '../packages/server/src/testing/folder.ts'
import { ms, row } from './measure.ts'

/** Measures the demo data generator writing to a new embedded database, including its files on disk. */

const SIZES = [20_000, 1_000_000]
const RESULT = new URL('results/generate.md', import.meta.url)
const quiet = { info() {}, warn: console.warn }

interface Run {
  requests: number
  rows: number
  /** Until the data is complete, checked and visible to everybody. */
  seconds: number
  /** Until the last row was sent; the rest is keys, references, statistics and, for small data, indexes. */
  loading: number
  /** For large data: how long the indexes of the lists then take while the product is running. */
  indexing: number
  /** Peak memory of this process, MB. */
  rss: number
}

async function run(requests: number): Promise<Run> {
  const folder = await temporaryFolder('bench')
  const { config, stop } = await startEmbedded({ dataDir: folder.path, log: quiet })
  const store = folderStore(join(folder.path, 'files'))
  try {
    await migrate(config, quiet)
    const start = performance.now()
    let loading = 0
    let rss = 0
    await generateDemo({
      config,
      requests,
      today: '2026-11-20',
      putFile: (key, bytes) => store.put(key, Readable.from([bytes])),
      onProgress: (what) => {
        rss = Math.max(rss, process.memoryUsage.rss())
        if (what === 'Файлы') loading = performance.now() - start
      },
    })
    const made = performance.now()
    await runDeferredDdl(config, quiet)
    return {
      requests,
      rows: await countRows(config),
      seconds: (made - start) / 1000,
      loading: loading / 1000,
      indexing: (performance.now() - made) / 1000,
      rss: rss / 2 ** 20,
    }
  } finally {
    await stop()
    await folder.remove()
  }
}

/** Counts rows by the statistics that the generator has just gathered. */
async function countRows(config: pg.ClientConfig): Promise<number> {
  const client = new pg.Client(config)
  await client.connect()
  const { rows } = await client.query<{ rows: number }>(
    `select sum(reltuples)::int as rows from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples > 0`,
  )
  await client.end()
  return rows[0]?.rows ?? 0
}

const runs: Run[] = []
for (const requests of SIZES) runs.push(await run(requests))

const number = (value: number) => Math.round(value).toLocaleString('ru')
const table = [
  '# The demo data generator',
  '',
  'Into a new embedded PostgreSQL 18 with its usual settings, files written to the disk, 2 cores shared with other work. `node bench/generate.ts`',
  '',
  row(
    'requests',
    'rows in total',
    'seconds',
    'of these, sending rows',
    'requests a second',
    'rows a second',
    'seconds of building indexes while the product runs',
    'memory of the generator, MB',
  ),
  row('---', '---', '---', '---', '---', '---', '---', '---'),
  ...runs.map(({ requests, rows, seconds, loading, indexing, rss }) =>
    row(
      number(requests),
      number(rows),
      seconds.toFixed(1),
      loading.toFixed(1),
      number(requests / seconds),
      number(rows / seconds),
      indexing.toFixed(1),
      ms(rss),
    ),
  ),
  '',
]
await writeFile(RESULT, table.join('\n'))
process.stdout.write(table.join('\n'))
