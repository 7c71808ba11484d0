import { AsyncLocalStorage } from 'node:async_hooks'
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { openProduct } from '../packages/server/src/app.ts'
import { keepBitmaps } from '../packages/server/src/domains/requests/commands/bitmaps.ts'
import { keepCounts } from '../packages/server/src/domains/requests/commands/counts.ts'
import { startEmbedded } from '../packages/server/src/platform/embedded.ts'
import { readSettings } from '../packages/server/src/platform/settings.ts'
import { testLog } from '../packages/server/src/testing/log.ts'
import { demoData } from './data.ts'
import { exactCpuOfTree, parentOf } from './floor/cpu.ts'
import { casesOf, listsOf, type ListCase, type List } from './lists/cases.ts'
import { samplesOf } from './lists/samples.ts'
import { ms, row } from './measure.ts'

/**
 * Measures every list of the product with every order and every filter in the contract: how many statements it runs,
 * and how much processor time Node.js and PostgreSQL use for it together, which does not depend on other work on the
 * machine. New lists, orders and filters are measured automatically; the run stops at a filter for which no value is
 * known. `node bench/lists.ts --requests 100000`; `--list requests.backlogSummary` measures a single list.
 */

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '100000' }, list: { type: 'string' } },
})
const requests = Number(values.requests)
const RESULT = new URL(`results/lists-${requests}.md`, import.meta.url)
const [MOST_STATEMENTS, MOST_MS, MOST_CHARTS_MS] = [5, 100, 150]
/** The best of this many runs counts, because the machine is shared: for fast lists, and for those that seem slow. */
const [FEW, MANY] = [2, 8]
const QUICK_MS = 50

const DATA_DIR = await demoData(requests)
const embedded = await startEmbedded({ dataDir: DATA_DIR, log: { info: () => {}, warn: console.warn } })
const { config } = embedded
const settings = readSettings({ DATA_DIR, RATE_PEOPLE: '1000000', DATABASE_STATEMENT_SECONDS: '120' })
const product = await openProduct({ settings, config, log: testLog, demo: true, isByTheClock: false })

async function tokenOf(login: string): Promise<string> {
  const reply = await product.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { login, password: 'demo' },
  })
  return reply.json<{ access_token: string }>().access_token
}
const tokens = { admin: await tokenOf('admin'), manager: await tokenOf('manager'), client1: await tokenOf('client1') }

/** Counts the statements of the current call; the process's own work belongs to no call. */
const counting = new AsyncLocalStorage<{ statements: number }>()
/** Checks once a second that notifications arrive; it does not belong to a call. */
const PROOF = /pg_notify\(\$/
const prototype = pg.Client.prototype as unknown as { query(this: unknown, ...input: unknown[]): unknown }
const ask = Object.getOwnPropertyDescriptor(prototype, 'query')?.value as typeof prototype.query
prototype.query = function counted(...overrides) {
  const [measured] = overrides
  const text = typeof measured === 'string' ? measured : ((measured as { text?: string }).text ?? '')
  const count = counting.getStore()
  if (count && !PROOF.test(text)) count.statements += 1
  return Reflect.apply(ask, this, overrides)
}

async function once({ method, url, body }: ListCase, token: string) {
  const count = { statements: 0 }
  const headers = { authorization: `Bearer ${token}` }
  const databaseBefore = exactCpuOfTree(postmaster)
  const nodeBefore = process.cpuUsage()
  const reply = await counting.run(count, () =>
    // The call only starts when `then` is called.
    product.app.inject({ method, url, headers, ...(body ? { payload: body } : {}) }).then((answer) => answer),
  )
  if (reply.statusCode !== 200) throw new Error(`${url} ${JSON.stringify(body)}: ${reply.body}`)
  const node = process.cpuUsage(nodeBefore)
  const database = exactCpuOfTree(postmaster) - databaseBefore
  return { took: (node.user + node.system) / 1000 + database, ...count }
}

/**
 * Returns the best of several runs: other work disturbs the caches, and names are only remembered after the first run.
 */
async function best(listCase: ListCase, token: string) {
  let found = await once(listCase, token)
  for (let times = 1; times < (found.took < QUICK_MS ? FEW : MANY); times += 1) {
    const next = await once(listCase, token)
    found = {
      took: Math.min(found.took, next.took),
      statements: Math.min(found.statements, next.statements),
    }
  }
  return found
}

async function study(list: List, who: keyof typeof tokens) {
  let [most, over] = [0, 0]
  let slowest = { took: 0, name: '' }
  let charts = { took: 0, name: '–' }
  const cases = casesOf(list, samples)
  await once(cases[0] as ListCase, tokens[who])
  for (const measured of cases) {
    const found = await best(measured, tokens[who])
    most = Math.max(most, found.statements)
    if (found.took > (measured.hasCharts ? MOST_CHARTS_MS : MOST_MS)) {
      over += 1
      above.push(row(list.name, who, measured.name, ms(found.took)))
    }
    if (measured.hasCharts && found.took > charts.took) charts = { ...found, name: measured.name }
    if (!measured.hasCharts && found.took > slowest.took) slowest = { ...found, name: measured.name }
  }
  const inWords = (one: typeof slowest) => (one.name === '–' ? '–' : `${ms(one.took)} (${one.name})`)
  return row(list.name, who, cases.length, most, inWords(slowest), inWords(charts), over)
}

const client = new pg.Client(config)
await client.connect()
// As usual: what is counted ahead is there, and after a night the visibility map knows the recently written rows.
await keepBitmaps(product.deps)
await keepCounts(product.deps)
await client.query('vacuum analyze requests, request_bitmaps, request_counts, counted_releases, request_count_changes')
const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
const postmaster = parentOf(rows[0]?.pid ?? 0)
await client.end()
/** Every case above its limits. */
const above: string[] = []
const samples = await samplesOf(config)
const lines = [
  `# Every list with every order and filter at ${requests.toLocaleString('en')} requests`,
  '',
  `Processor ms of the whole reply (Node.js + PostgreSQL), one user, the best of ${FEW} to ${MANY}. The goal: at most ${MOST_STATEMENTS} statements, ${MOST_MS} ms and`,
  `${MOST_CHARTS_MS} ms with charts at 1,000,000. On 2 cores shared with other work. \`node bench/lists.ts --requests ${requests}\``,
  '',
  row('list', 'who', 'cases', 'most statements', 'slowest, ms', 'slowest with charts, ms', 'above'),
  row('---', '---', '---:', '---:', '---', '---', '---:'),
]
for (const list of listsOf().filter(({ name }) => !values.list || name === values.list)) {
  for (const who of list.whom) {
    lines.push(await study(list, who))
    process.stdout.write(`${lines.at(-1)}\n`)
  }
}
const known = [
  '',
  '## Above the goal',
  '',
  row('list', 'who', 'case', 'ms'),
  row('---', '---', '---', '---:'),
  ...above,
]
if (above.length > 0) lines.push(...known)
process.stdout.write(`${known.join('\n')}\n`)
if (!values.list) await writeFile(RESULT, `${lines.join('\n')}\n`)
await product.close()
await embedded.stop()
