import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { openProduct } from '../packages/server/src/app.ts'
import { startEmbedded } from '../packages/server/src/platform/embedded.ts'
import { readSettings } from '../packages/server/src/platform/settings.ts'
import { testLog } from '../packages/server/src/testing/log.ts'
import { statementsOf } from '../packages/server/src/testing/statements.ts'
import { demoData } from './data.ts'
import { ms, row } from './measure.ts'

/**
 * Sends dates to forty companies for approval in one act; measures the time until the answer and until every letter has
 * left the product. `node bench/asking.ts`; `--show` prints the database statements, the most frequent first.
 */

const { values } = parseArgs({ options: { show: { type: 'boolean', default: false } } })
const RESULT = new URL('results/asking.md', import.meta.url)
const COMPANIES = 40
const TIMES = 5
/** The most a person should wait for the answer, ms. */
const MOST_MS = 1000

const DATA_DIR = await demoData(20_000)
const embedded = await startEmbedded({ dataDir: DATA_DIR, log: { info: () => {}, warn: console.warn } })
const settings = readSettings({ DATA_DIR, RATE_PEOPLE: '1000000' })
const product = await openProduct({ settings, config: embedded.config, log: testLog, demo: true })
const { db } = product.deps

const signedIn = await product.app.inject({
  method: 'POST',
  url: '/api/auth/login',
  payload: { login: 'manager', password: 'demo' },
})
const headers = { authorization: `Bearer ${signedIn.json<{ access_token: string }>().access_token}` }

/** Creates a release of all modules with forty companies that have not been asked yet, and five requests of each. */
async function newRelease(): Promise<{ id: number; companies: number[] }> {
  const { rows } = await sql<{ id: number }>`
    insert into releases (title, start_date, plan_date, is_visible_for_client, author_id, created_at, updated_at)
    select 'Замер', current_date, current_date + 400, true, min(id), now(), now() from users where "isRivc"
    returning id`.execute(db)
  const id = rows[0]?.id ?? 0
  await sql`insert into release_modules (release_id, idmod) select ${id}, idmod from modules`.execute(db)
  const named = await sql<{ idcomp: number }>`insert into release_companies (release_id, idcomp)
    select ${id}, idcomp from companies where deleted_at is null order by idcomp limit ${COMPANIES}
    returning idcomp`.execute(db)
  await sql`update requests set release_id = ${id} where id in (
    select id from (select q.id, row_number() over (partition by q.idcomp order by q.id) as n
      from requests as q join release_companies as own on own.release_id = ${id} and own.idcomp = q.idcomp
      where q.release_id is null and q.deleted_at is null) as own where n <= 5)`.execute(db)
  return { id, companies: named.rows.map(({ idcomp }) => idcomp) }
}

const lettersOf = async (release_id: number, isLeft: boolean) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from deliveries as d join agreements as a on d.entity = 'agreement' and d.entity_id = a.id
    where a.release_id = ${release_id} and d.kind = 'mail' ${isLeft ? sql`` : sql`and d.state = 'queued' and d.attempts = 0`}`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

async function once() {
  const { id, companies } = await newRelease()
  const cpu = process.cpuUsage()
  const before = performance.now()
  const { result: reply, texts: statements } = await statementsOf(() =>
    product.app
      .inject({ method: 'POST', url: `/api/nearest-dates/release/${id}`, headers, payload: { companies, chosen: [] } })
      .then((answer) => answer),
  )
  const took = performance.now() - before
  const spent = process.cpuUsage(cpu)
  if (reply.statusCode !== 200) throw new Error(reply.body)
  const { done, mail } = reply.json<{ done: unknown[]; mail: string }>()
  while ((await lettersOf(id, false)) > 0) await new Promise((resolve) => setTimeout(resolve, 20))
  const left = performance.now() - before
  return {
    done: done.length,
    mail,
    statements,
    took,
    left,
    node: (spent.user + spent.system) / 1000,
    letters: await lettersOf(id, true),
  }
}

let best = await once()
for (let n = 1; n < TIMES; n += 1) {
  const last = await once()
  console.log(last.mail, `${ms(last.took)} ms`, `${ms(last.left)} ms`, `node ${ms(last.node)}`, last.statements.length)
  if (last.took < best.took) best = last
}
if (values.show) {
  const counts = new Map<string, number>()
  for (const text of best.statements) counts.set(text, (counts.get(text) ?? 0) + 1)
  for (const [text, n] of [...counts].toSorted((a, b) => b[1] - a[1])) {
    console.log(n, text.replace(/\s+/g, ' ').slice(0, 260))
  }
}
const text = `# Forty companies asked in one action

\`POST releases/:id/dates/ask\` for ${best.done} companies, with ${best.letters} letters; the best of ${TIMES}, 20,000 requests, on 2 cores shared with
other work. The goal: an answer within ${MOST_MS} ms.

${row('', '')}
${row('---', '---:')}
${row('answered, ms', ms(best.took))}
${row('processor time of Node.js until then, ms', ms(best.node))}
${row('every letter tried, ms', ms(best.left))}
${row('statements', best.statements.length)}
`
console.log(text)
if (!values.show) await writeFile(RESULT, text)
await product.close()
await embedded.stop()
