import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { runDeferredDdl } from '../packages/server/src/platform/database/deferred-ddl.ts'
import { startEmbedded } from '../packages/server/src/platform/embedded.ts'
import { migrate } from '../packages/server/src/platform/database/migrate.ts'
import { temporaryFolder } from '../packages/server/src/testing/folder.ts'
import { endWithThis } from '../packages/server/src/testing/program-end.ts'
import { releaseSources } from '../packages/server/src/testing/processes/sources.ts'
import { freePort } from './server.ts'
import { ms, row } from './measure.ts'

/**
 * Upgrades the first release that is kept to this version while people write. Measures the longest time a writer waited
 * and the longest time a lock that prevents writing was held. `node bench/upgrading.ts --requests 1000000`
 */

const { values } = parseArgs({ options: { requests: { type: 'string', default: '1000000' } } })
const requests = Number(values.requests)
const RESULT = new URL(`results/upgrading-${requests}.md`, import.meta.url)
const RELEASES = new URL('../packages/server/releases', import.meta.url)
const UPGRADE = 'vypusk-upgrade'
const WRITER = 'vypusk-writer'
const WRITERS = 4
const LOOK_EVERY_MS = 5
const quiet = { info() {}, warn: console.warn }
const say = (text: string) => void process.stdout.write(`${text}\n`)

/** Generates the data of that release with the release's own program. */
async function fill(tree: string, dataDir: string) {
  const child = spawn(process.execPath, [join(tree, 'packages/server/src/main.ts')], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(await freePort()),
      DATA_DIR: dataDir,
      DEMO: 'on',
      DEMO_REQUESTS: String(requests),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  endWithThis(child)
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  while (!output.includes('Остановить')) {
    if (child.exitCode !== null) throw new Error(output)
    await pause(200)
  }
  say('the release is filled; its indexes are built')
  const { config, stop } = await startEmbedded({ dataDir, log: quiet })
  await runDeferredDdl(config, quiet).finally(stop)
  child.kill('SIGINT')
  await once(child, 'exit')
}

interface Waited {
  ms: number
  table: string
}

/** Shorter waits are normal. */
const WROTE_LATE_MS = 50

interface Writable {
  name: string
  /** A column of it that may be updated. */
  own: string
}

async function writable(client: pg.Client): Promise<Writable[]> {
  const { rows } = await client.query<Writable>(
    `select c.relname as name, (select quote_ident(o.attname) from pg_attribute o where o.attrelid = c.oid and o.attnum > 0
        and not o.attisdropped and o.attidentity = '' and o.attgenerated = '' and o.attname <> 'id' limit 1) as own
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'id'
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.reltuples > 0 and a.atttypid in (20, 23)
       and c.relname <> 'history' -- only added to
     order by 1`,
  )
  return rows
}

/** Imitates people writing to every table: updates a row of each and creates a request. */
async function writeOn(config: pg.ClientConfig, n: number, over: AbortSignal, waits: Waited[], failed: string[]) {
  const client = new pg.Client({ ...config, application_name: WRITER })
  await client.connect()
  const tables = await writable(client)
  const { rows } = await client.query<{ names: string }>(
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
     where table_name = 'requests' and table_schema = 'public' and column_name <> 'id' and is_generated = 'NEVER'
       and is_identity = 'NO' and column_name <> 'source_key'`,
  )
  const names = rows[0]?.names ?? ''
  let done = 0
  for (; !over.aborted; done += 1) {
    const { name: table, own } = tables[(done * WRITERS + n) % tables.length] ?? { name: 'requests', own: 'e_title' }
    const isNew = done % 5 === 0
    const text = isNew
      ? `insert into requests (${names}) select ${names} from requests where id = (select min(id) + ${done % 1000} from requests)`
      : `update ${table} set ${own} = ${own} where id = (select min(id) from ${table})`
    const from = performance.now()
    await client.query(text).catch((error: Error) => failed.push(`${isNew ? 'requests' : table}: ${error.message}`))
    const took = performance.now() - from
    if (took > WROTE_LATE_MS) waits.push({ ms: took, table: isNew ? 'requests' : table })
  }
  await client.end()
  return done
}

interface Held {
  ms: number
  /** The statement that was running meanwhile. */
  by: string
}

/**
 * Selects locks of the upgrade that prevent others from writing to a table, and the writers waiting for any of its
 * locks.
 */
const LOCKS = `select c.relname as name, left(regexp_replace(a.query, '\\s+', ' ', 'g'), 90) as query
      from pg_locks l join pg_stat_activity a using (pid) join pg_class c on c.oid = l.relation
        where a.application_name = '${UPGRADE}' and l.granted and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
          and l.mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
      union all
      select 'writer ' || w.pid, 'for: ' || left(regexp_replace(b.query, '\\s+', ' ', 'g'), 90)
        from pg_stat_activity w cross join lateral unnest(pg_blocking_pids(w.pid)) as by(pid) join pg_stat_activity b on b.pid = by.pid
        where w.application_name = '${WRITER}' and w.wait_event_type = 'Lock' and b.application_name = '${UPGRADE}'`

/** Samples the locks every few milliseconds and returns the longest for each table and writer. */
async function watchLocks(config: pg.ClientConfig, over: AbortSignal) {
  const client = new pg.Client(config)
  await client.connect()
  const since = new Map<string, number>()
  const longest = new Map<string, Held>()
  while (!over.aborted) {
    const { rows } = await client.query<{ name: string; query: string }>({ name: 'locks', text: LOCKS })
    const now = performance.now()
    for (const { name, query } of rows) {
      const from = since.get(name) ?? now
      since.set(name, from)
      if (now - from > (longest.get(name)?.ms ?? -1)) longest.set(name, { ms: now - from, by: query })
    }
    for (const name of since.keys()) if (!rows.some((each) => each.name === name)) since.delete(name)
    await pause(LOOK_EVERY_MS)
  }
  await client.end()
  return longest
}

const [release = ''] = (await readdir(RELEASES)).toSorted()
const folder = await temporaryFolder('bench-upgrading')
const [tree, dataDir] = [join(folder.path, 'tree'), join(folder.path, 'data')]
await mkdir(tree)
await releaseSources(release, tree)
say(`release ${release}: ${requests} requests`)
await fill(tree, dataDir)

const { config, stop } = await startEmbedded({ dataDir, log: quiet })
const [over, waits, failed] = [new AbortController(), [] as Waited[], [] as string[]]
const plain = new pg.Client(config)
await plain.connect()
await plain.query('vacuum analyze')
const locks = watchLocks(config, over.signal)
const writers = Array.from({ length: WRITERS }, (_, n) => writeOn(config, n, over.signal, waits, failed))
await pause(3000)
const usual = Math.max(0, ...waits.map((wait) => wait.ms))
waits.length = 0
const upgrade = { ...config, application_name: UPGRADE }
const from = performance.now()
const applied = await migrate(upgrade, quiet)
const migrated = performance.now()
const inMigrations = waits.splice(0)
say(`${applied.length} migrations in ${ms(migrated - from)} ms`)
await runDeferredDdl(upgrade, quiet)
const behind = performance.now()
over.abort()
const [held, ...written] = await Promise.all([locks, ...writers])
const longestOf = (list: Waited[]) => list.toSorted((a, b) => b.ms - a.ms)[0]
const waitInWords = (wait: Waited | undefined) =>
  wait ? `${ms(wait.ms)} ms (${wait.table})` : `below ${WROTE_LATE_MS} ms`
const total = written.reduce((sum, many) => sum + many, 0)
const lines = [
  `# An upgrade while people write, at ${requests.toLocaleString('en')} requests`,
  '',
  `From release ${release}, filled by its own program, to this version: ${applied.length} migrations and the work that they leave to be`,
  `done while the product runs. ${WRITERS} writers take turns over every table, and create requests; embedded PostgreSQL 18 with fsync, a`,
  `machine with 2 cores shared with other work. \`node bench/upgrading.ts --requests ${requests}\``,
  '',
  row('what', 'seconds', 'longest wait of a writer'),
  row('---', '---:', '---:'),
  row('before the upgrade', 3, ms(usual) + ' ms'),
  row(`${applied.length} migrations`, ms((migrated - from) / 1000), waitInWords(longestOf(inMigrations))),
  row('while the product runs', ms((behind - migrated) / 1000), waitInWords(longestOf(waits))),
  '',
  `${total} writes, failed: ${failed.length}. Writers wait for the rest of the time because the machine is busy. The locks of the upgrade that keep`,
  'people from writing, the longest of each table, with the last statement while it was held:',
  '',
  row('table', 'held, ms', 'last statement meanwhile'),
  row('---', '---:', '---'),
  ...[...held]
    .toSorted(([, a], [, b]) => b.ms - a.ms)
    .map(([name, long]) => [name.replace(/ \d+$/, ''), long] as const)
    .filter(([name], index, all) => all.findIndex(([other]) => other === name) === index)
    .slice(0, 12)
    .map(([name, { ms: long, by }]) => row(name, ms(long), `\`${by.replaceAll('|', '/')}\``)),
  '',
]
await writeFile(RESULT, lines.join('\n'))
say(lines.join('\n'))
new Set(failed).forEach(say)
await plain.end()
await stop()
await folder.remove()
