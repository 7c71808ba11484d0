import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startEmbedded } from '../packages/server/src/platform/embedded.ts'
import { measure, ms, row } from './measure.ts'
import { signIn, startServer } from './server.ts'

/**
 * Measures the registry's page with its counts over HTTP, and records the plans of its queries.
 * `node bench/registry.ts --entries 50000`; the data is kept in the temporary folder for the next run.
 */

const { values } = parseArgs({ options: { entries: { type: 'string', default: '50000' } } })
const entries = Number(values.entries)
const PORT = 3913
const SECONDS = 4
const RESULT = new URL(`results/registry-${entries}.md`, import.meta.url)
const DATA_DIR = join(tmpdir(), `vypusk-bench-registry-${entries}`)

/** Copies the demo entries and their comments until there are enough. */
const FILL = `
  with base as (select max(id) as last, count(*) as n from registry_entries),
  made as (
    insert into registry_entries (number, request_id, idcomp, title, description, step_id, priority, responsible_id,
      boss_id, due_date, planned_time, author_id, version, created_at, updated_at)
    select 'П-' || g || '-' || e.id, e.request_id, e.idcomp, e.title, e.description, e.step_id, e.priority,
      e.responsible_id, e.boss_id, e.due_date, e.planned_time, e.author_id, e.version, e.created_at, e.updated_at
    from registry_entries e cross join base cross join lateral generate_series(1, ($1 / base.n)::int) g
    limit greatest(0, $1 - (select n from base))
    returning id, author_id)
  insert into registry_comments (entry_id, side, comment, user_id, created_at)
  select made.id, 'client', 'Просим сообщить срок.', made.author_id, now() - interval '1 day' from made where made.id % 2 = 0`

const cases = [
  { name: 'newest 50', body: {} },
  { name: 'two steps, by due date', body: { step_ids: [2, 4], order_by: 'due_date' } },
  { name: 'search, common word «отчёт»', body: { search_string: 'отчёт' } },
  { name: 'by company, 200 rows', body: { order_by: 'company', per_page: 200 } },
  { name: 'unread', body: { is_unread: true } },
  { name: 'changed since the last visit', body: { is_changed: true } },
]

/** The essential queries for a page of the newest entries and its counts. */
const PLANS = {
  'ids of the page': `select id from registry_entries e where deleted_at is null order by id desc limit 50`,
  'counts by step': `select step_id, count(*) from registry_entries e where deleted_at is null group by step_id`,
}

// When this runs as root, the database runs as another user, which must be able to enter the folder.
await mkdir(DATA_DIR, { recursive: true, mode: 0o711 })
const server = await startServer(PORT, { DATA_DIR, DEMO: 'on', DEMO_REQUESTS: '20000' })
const embedded = await startEmbedded({ dataDir: DATA_DIR, log: { info: () => {}, warn: console.warn } })
const client = new pg.Client(embedded.config)
await client.connect()
const { rows: found } = await client.query<{ n: number }>('select count(*)::int as n from registry_entries')
if ((found[0]?.n ?? 0) < entries) await client.query(FILL, [entries])
await client.query('vacuum analyze registry_entries, registry_comments, history')

const call = async (token: string, path: string, body: object) => {
  const reply = await fetch(`${server.url}/api/requests-registry/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`)
  return reply.json()
}

const lines = [
  `# Registry page at ${entries.toLocaleString('en')} entries`,
  '',
  `\`POST /api/requests-registry/get-entries\` over HTTP, page of 50, with exact counts unless noted. ${SECONDS} s each, client on the`,
  `same 2 cores, embedded PostgreSQL 18. \`node bench/registry.ts --entries ${entries}\``,
  '',
  row('query', 'who', 'p50, ms', 'p99, ms', 'per second'),
  row('---', '---', '---:', '---:', '---:'),
]
for (const who of ['manager', 'client1']) {
  const token = await signIn(server.url, who)
  await call(token, 'visit', {})
  for (const { name, body } of cases) {
    const { p50, p99, perSecond } = await measure(1, SECONDS, () => call(token, 'get-entries', body))
    lines.push(row(name, who, ms(p50), ms(p99), ms(perSecond)))
    process.stdout.write(`${lines.at(-1)}\n`)
  }
}
for (const [name, sql] of Object.entries(PLANS)) {
  const plan = await client.query<Record<string, string>>(
    `explain (analyze, costs off, timing off, summary off) ${sql}`,
  )
  lines.push('', `Plan of ${name}:`, '', '```', ...plan.rows.map((line) => line['QUERY PLAN'] ?? ''), '```')
}
lines.push('', `Memory of the server process afterwards: ${ms(server.rss())} MB.`, '')
await writeFile(RESULT, lines.join('\n'))
await client.end()
await embedded.stop()
await server.stop()
