import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startEmbedded } from '../packages/server/src/platform/embedded.ts'
import { demoFolder } from './data.ts'
import { measure, ms, row } from './measure.ts'
import { signIn, startServer } from './server.ts'

/**
 * Compares the backlog page as its screen requests it with the bare SQL for the same page and its exact counts, with
 * one connection per user. `node bench/backlog.ts --requests 1000000`; the data is kept in the temporary folder for the
 * next run.
 */

const { values } = parseArgs({ options: { requests: { type: 'string', default: '20000' } } })
const requests = Number(values.requests)
const PORT = 3912
const SECONDS = 5
const RESULT = new URL(`results/backlog-${requests}.md`, import.meta.url)

const PAGE = `
  select r.id, r.e_title, r.created_at, s.name, t.name, u.name, c.namecomp, m.namemod, l.title,
    r.priority, r.urgency, r."isPaid", r.planned_time, r.backlog_priority, r."inBacklog"
  from requests r
  join request_statuses s on s.id = r.status_id join request_types t on t.id = r.type_id
  join users u on u.id = r.author_id join companies c on c.idcomp = r.idcomp join modules m on m.idmod = r.idmod
  left join releases l on l.id = r.release_id
  where r.deleted_at is null`
const COUNT = `
  select count(*), sum(planned_time), count(*) filter (where "inBacklog"), count(*) filter (where "isPaid")
  from requests r where r.deleted_at is null`

interface Case {
  name: string
  body: object
  where: string
  order: string
}
const newest = 'order by r.created_at desc, r.id desc limit 50'
const cases: Case[] = [
  { name: 'newest 50, no filter', body: { order_by: 'created_at', isDesc: true }, where: '', order: newest },
  {
    name: 'one company, two urgencies',
    body: { client_ids: [3], urgs: [3, 4], order_by: 'created_at', isDesc: true },
    where: 'and r.idcomp = any(array[3]) and r.urgency = any(array[3,4])',
    order: newest,
  },
  {
    name: 'search, common word «отчёт»',
    body: { search_string: 'отчёт', order_by: 'created_at', isDesc: true },
    where: "and r.search_text like '%отчет%'",
    order: newest,
  },
  {
    name: 'in the backlog, by the provider’s priority',
    body: { isInBacklogValues: [2], order_by: 'backlog_priority', isDesc: true },
    where: 'and r."inBacklog"',
    order: 'order by r.backlog_priority desc nulls last, r.id desc limit 50',
  },
]

const DATA_DIR = await demoFolder(requests)
const server = await startServer(PORT, { DATA_DIR, DEMO: 'on', DEMO_REQUESTS: String(requests) })
const token = await signIn(server.url, 'manager')
const embedded = await startEmbedded({ dataDir: DATA_DIR, log: { info: () => {}, warn: console.warn } })
const pool = new pg.Pool({ ...embedded.config, max: 16 })

const page = async (body: object) => {
  const reply = await fetch(`${server.url}/api/backlog/get-summary`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ ...body, isBounded: true }),
  })
  if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`)
  return reply.json()
}
const bare = async ({ where, order }: Case) => {
  await pool.query(`${PAGE} ${where} ${order}`)
  await pool.query(`${COUNT} ${where}`)
}

const lines = [
  `# Backlog page at ${requests.toLocaleString('en')} requests`,
  '',
  'Page of 50 with its counts as the screen requests them (decision 0009): our `POST /api/backlog/get-summary` over HTTP, beside',
  `the bare SQL of the page and its exact counts from a pool of the same size. ${SECONDS} s each, client on the same 2 cores, embedded PostgreSQL 18. \`node bench/backlog.ts --requests ${requests}\``,
  '',
  row('query', 'users', 'ours p50, ms', 'ours p99, ms', 'ours/s', 'SQL p50, ms', 'SQL p99, ms', 'SQL/s'),
  row('---', '---:', '---:', '---:', '---:', '---:', '---:', '---:'),
]
for (const one of cases) {
  for (const users of [1, 16]) {
    const ours = await measure(users, SECONDS, () => page(one.body))
    const sql = await measure(users, SECONDS, () => bare(one))
    const cells = [ours, sql].flatMap(({ p50, p99, perSecond }) => [ms(p50), ms(p99), ms(perSecond)])
    lines.push(row(one.name, users, ...cells))
    process.stdout.write(`${lines.at(-1)}\n`)
  }
}
lines.push('', `Memory of the server process afterwards: ${ms(server.rss())} MB.`, '')
await writeFile(RESULT, lines.join('\n'))
await pool.end()
await embedded.stop()
await server.stop()
