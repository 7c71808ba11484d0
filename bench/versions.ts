import { writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { versionsMap } from '../packages/server/src/domains/publications/queries/versions.ts'
import { openDatabase } from '../packages/server/src/platform/database.ts'
import { startEmbedded } from '../packages/server/src/platform/embedded.ts'
import { NOBODY } from '../packages/server/src/platform/person.ts'
import { createNames } from '../packages/server/src/platform/database/statement-names.ts'
import { demoData } from './data.ts'
import { measure, ms, row } from './measure.ts'
import { signIn, startServer } from './server.ts'

/**
 * Measures the versions map over HTTP, for staff and a client, and what it costs to read it again after something has
 * changed. `node bench/versions.ts --requests 1000000`; the data is kept in the temporary folder for the next run.
 */

const { values } = parseArgs({ options: { requests: { type: 'string', default: '1000000' } } })
const requests = Number(values.requests)
const PORT = 3919
const RESULT = new URL(`results/versions-${requests}.md`, import.meta.url)
const WARM_SECONDS = 2
const SECONDS = 5
const quiet = { info: () => {}, warn: console.warn }
const DATA_DIR = await demoData(requests)
const lines: string[] = []
let sizes = ''

/** Measures reading the map again, in the database and outside it. */
async function readAnew() {
  const embedded = await startEmbedded({ dataDir: DATA_DIR, log: quiet })
  // Use prepared statements, as the service does.
  const { db, close } = openDatabase(embedded.config, quiet, null, { names: createNames(quiet), forget: () => {} })
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::int from companies) as companies, (select count(*)::int from modules) as modules,
      (select count(*)::int from publications) as publications, (select count(*)::int from handed_versions) as handed,
      (select count(*)::int from file_downloads) as downloads`.execute(db)
  sizes = Object.entries(rows[0] ?? {})
    .map(([what, count]) => `${count} ${what}`)
    .join(', ')
  const ask = () => versionsMap(db, { ...NOBODY, isRivc: true }, { client_ids: [], module_ids: [], behind: false })
  const { versions } = await ask()
  await measure(1, WARM_SECONDS, ask)
  const { p50, p99 } = await measure(1, SECONDS, ask)
  lines.push(row('staff, read anew, without HTTP', versions.length, ms(p50), ms(p99)))
  await close()
  await embedded.stop()
}

async function overHttp() {
  const server = await startServer(PORT, { DATA_DIR })
  const [staff, client] = [await signIn(server.url, 'manager'), await signIn(server.url, 'client1')]
  for (const [who, token, query] of [
    ['staff, the whole map', staff, ''],
    ['staff, what is behind', staff, '?behind=true'],
    ['a client, the own column', client, ''],
  ] as const) {
    const ask = async (): Promise<{ versions: unknown[] }> => {
      const headers = { authorization: `Bearer ${token}` }
      const reply = await fetch(`${server.url}/api/releases-ready/versions${query}`, { headers })
      if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`)
      return (await reply.json()) as { versions: unknown[] }
    }
    const { versions } = await ask()
    await measure(1, WARM_SECONDS, ask)
    const { p50, p99 } = await measure(1, SECONDS, ask)
    lines.push(row(who, versions.length, ms(p50), ms(p99)))
  }
  await server.stop()
}

await readAnew()
await overHttp()
const text = `# The versions map, at ${requests.toLocaleString('en')} requests

${sizes}. \`GET /api/releases-ready/versions\`, ${SECONDS} s each after ${WARM_SECONDS} s of warm-up, one user, client on the same 2 cores,
embedded PostgreSQL 18, the machine at a load of ${Math.round(loadavg()[0] ?? 0)}. \`node bench/versions.ts --requests ${requests}\`
The goal: at most 100 ms. Each process keeps what it has read until one of the tables changes.

${row('what', 'cells', 'p50, ms', 'p99, ms')}
${row('---', '---:', '---:', '---:')}
${lines.join('\n')}
`
await writeFile(RESULT, text)
process.stdout.write(text)
