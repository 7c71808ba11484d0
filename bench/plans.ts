import { mkdir, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { Kysely, PostgresDialect, type CompiledQuery } from 'kysely'
import type { DB } from '../packages/server/src/platform/db-types.gen.ts'
import { openDatabase } from '../packages/server/src/platform/database.ts'
import { startEmbedded } from '../packages/server/src/platform/embedded.ts'
import { demoData } from './data.ts'
import { measure, ms, row } from './measure.ts'
import type { Case, Who } from './plans/case.ts'
import { lists } from './plans/cases.ts'
import { makeVariants } from './plans/planning.ts'

/**
 * Records the plans of every list and count: each list is requested as its screen does, its
 * statements are captured, and EXPLAIN (ANALYZE, BUFFERS) of each is saved with its time.
 * `node bench/plans.ts --requests 1000000`; `--list finding` runs only one of them.
 */

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '1000000' }, list: { type: 'string' } },
})
const requests = Number(values.requests)
const SECONDS = 1
const FOLDER = new URL('results/plans/', import.meta.url)
const quiet = { info: () => {}, warn: console.warn }

const dataDir = await demoData(requests)
const embedded = await startEmbedded({ dataDir, log: quiet })
const { connections } = openDatabase(embedded.config, quiet)
const caught: CompiledQuery[] = []
const db = new Kysely<DB>({
  dialect: new PostgresDialect({ pool: connections }),
  log: ({ level, query }) => void (level === 'query' && caught.push(query)),
})

async function personOf(login: Who) {
  const columns = ['id', 'login', 'name', 'email', 'isRivc', 'isAdmin', 'idcomp'] as const
  return db
    .selectFrom('users')
    .select([...columns, 'can_enter_registry', 'can_create_registry', 'can_edit_calendar'])
    .where('login', '=', login)
    .executeTakeFirstOrThrow()
}
const people = { manager: await personOf('manager'), client1: await personOf('client1') }

await makeVariants(db)

interface Plan {
  sql: string
  took: number
  text: string
}

async function explain({ sql, parameters }: CompiledQuery): Promise<Plan> {
  const query = { text: `explain (analyze, buffers) ${sql}`, values: [...parameters] }
  const { rows } = await connections.query<{ 'QUERY PLAN': string }>(query)
  const text = rows.map((line) => line['QUERY PLAN']).join('\n')
  return { sql, text, took: Number(/Execution Time: ([\d.]+)/.exec(text)?.[1]) }
}

async function study({ who, run }: Case) {
  const ask = () => run(db, people[who])
  const times = await measure(1, SECONDS, ask)
  caught.length = 0
  await ask()
  const plans: Plan[] = []
  for (const query of caught.splice(0)) plans.push(await explain(query))
  return { times, plans }
}

/** Returns the plan without its figures and values, for comparing plans. */
const shapeOf = ({ sql, text }: Plan) => sql + text.replaceAll(/\d[\d.]*|'[^']*'/g, '')

/** The plan of a statement faster than this is of no interest; only its time is recorded. */
const QUICK_MS = 5
/** The upper lines of a plan, with their buffers, show what it does; the lines below repeat its leaves. */
const LINES = 40

/** Formats a plan; for a fast one, and for one already in the same file, only the time. */
function planLines(plan: Plan, kept: Set<string>): string[] {
  const shape = shapeOf(plan)
  const title = `${ms(plan.took)} ms: <code>${plan.sql.slice(0, 100).replaceAll('<', '&lt;')}…</code>`
  if (plan.took < QUICK_MS) return [title, '']
  if (kept.has(shape)) return [`${title}: the plan above`, '']
  kept.add(shape)
  return inFull(title, plan)
}

const upper = (text: string) => {
  const lines = text.split('\n')
  return lines.length > LINES ? [...lines.slice(0, LINES), `… ${lines.length - LINES} lines more`].join('\n') : text
}

const inFull = (title: string, { sql, text }: Plan) => [
  `<details><summary>${title}</summary>`,
  '',
  '```sql',
  sql,
  '```',
  '',
  '```',
  upper(text),
  '```',
  '',
  '</details>',
  '',
]

await mkdir(FOLDER, { recursive: true })
const wanted = Object.entries(lists).filter(([list]) => !values.list || list === values.list)
for (const [list, cases] of wanted) {
  const table: string[] = []
  const details: string[] = []
  const kept = new Set<string>()
  for (const one of cases) {
    const { times, plans } = await study(one)
    table.push(row(one.name, one.who, ms(times.p50), ms(times.p99), plans.map(({ took }) => ms(took)).join(' · ')))
    details.push(`## ${one.name}`, '', ...plans.flatMap((plan) => planLines(plan, kept)))
    process.stdout.write(`${list}: ${table.at(-1)}\n`)
  }
  const head = [
    `# Plans of ${list} at ${requests.toLocaleString('en')} requests`,
    '',
    'The whole reply as the screen requests it, one user, p50 and p99; then each of its statements under EXPLAIN ANALYZE, which',
    'itself costs time. Embedded PostgreSQL 18 with its usual settings, 2 cores. `node bench/plans.ts`',
    '',
    row('what', 'who', 'p50, ms', 'p99, ms', 'its statements, ms'),
    row('---', '---', '---:', '---:', '---'),
  ]
  await writeFile(new URL(`${list}.md`, FOLDER), [...head, ...table, '', ...details].join('\n'))
}
await db.destroy()
await embedded.stop()
