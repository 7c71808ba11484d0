import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startEmbedded } from '../packages/server/src/platform/embedded.ts'
import { endWithThis } from '../packages/server/src/testing/program-end.ts'
import { demoFolder } from './data.ts'
import { cpuOf, cpuOfTree, parentOf, untilCalm } from './floor/cpu.ts'
import { send, type Wire } from './floor/load.ts'
import { mustBeSame } from './floor/same.ts'
import { measure, ms, row } from './measure.ts'
import { signIn, startServer } from './server.ts'

/**
 * Compares the product with the floor (floor/server.ts), in turns on the same database: processor time of a call, of
 * the process and of PostgreSQL, and how long it takes. Only ratios within one run are meaningful. `node bench/floor.ts
 * --requests 100000 --seconds 2 --turns 3`; `--only request` measures a single call.
 */

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '2' },
    turns: { type: 'string', default: '3' },
    only: { type: 'string' },
    keep: { type: 'boolean', default: true },
  },
  allowNegative: true,
})
const requests = Number(values.requests)
const [SECONDS, TURNS, PORT] = [Number(values.seconds), Number(values.turns), 23_917]
const FLOOR = fileURLToPath(new URL('floor/server.ts', import.meta.url))
const RESULT = new URL(`results/floor-${requests}.md`, import.meta.url)

const DATA_DIR = await demoFolder(requests)
// The usual limit is far below the number of calls made here.
const product = await startServer(PORT, {
  DATA_DIR,
  DEMO: 'on',
  DEMO_REQUESTS: String(requests),
  RATE_PEOPLE: '1000000',
})
const { config, stop: leave } = await startEmbedded({ dataDir: DATA_DIR, log: { info: () => {}, warn: console.warn } })
const floor = spawn(process.execPath, [FLOOR], {
  env: { ...process.env, FLOOR_CONFIG: JSON.stringify(config) },
  stdio: ['ignore', 'pipe', 'inherit'],
})
endWithThis(floor)
const [firstLine] = await once(floor.stdout, 'data')
const floorUrl = `http://127.0.0.1:${(JSON.parse(String(firstLine)) as { port: number }).port}`
const authorization = `Bearer ${await signIn(product.url, 'manager')}`

const pool = new pg.Pool({ ...config, max: 2 })
const one = async (text: string): Promise<Record<string, number>> => (await pool.query(text)).rows[0] ?? {}
const { id: releaseId = 0, count = 0 } = await one(`select release_id as id, count(*)::int as count from requests
  where deleted_at is null and release_id is not null group by 1 order by abs(count(*) - 100), 1 limit 1`)
const { idcomp, idmod } = await one('select idcomp, idmod from company_modules order by 1, 2 limit 1')
const { pid: backend = 0 } = await one('select pg_backend_pid() as pid')
const postmaster = parentOf(backend)
const { id: manager } = await one(`select id from users where login = 'manager'`)
const day = async (share: number) =>
  (
    await pool.query<{ day: string }>('select created_at::date::text as day from requests where id = $1', [
      Math.ceil(requests * share),
    ])
  ).rows[0]?.day
const [from, to] = [await day(0.6), await day(0.9)]

interface Compared {
  name: string
  ours: (n: number) => Omit<Wire, 'headers'>
  floor: (n: number) => object
  path: string
}
const api = (path: string, body?: object): Omit<Wire, 'headers'> => ({
  method: body ? 'POST' : 'GET',
  url: `${product.url}/api${path}`,
  ...(body ? { body } : {}),
})
const list = (body: object) => () => api('/backlog/get-summary', { isBounded: true, per_page: 50, ...body })
const filter = { status_ids: [2, 3], priorities: [4, 5], date_from: from, date_to: to }
// A prime step goes through all of them in an order that does not favour caches.
const someId = (n: number) => 1 + ((n * 7919) % requests)
const made = {
  e_title: 'Заявка на скорость',
  text: 'Текст заявки',
  urgency: 2,
  type: 1,
  module: idmod,
  company: idcomp,
}

const all: Compared[] = [
  { name: 'filtered page with counts', path: 'filtered', ours: list(filter), floor: () => filter },
  { name: 'everything, as the screen asks', path: 'everything', ours: list({}), floor: () => ({}) },
  { name: 'everything, exact total', path: 'everything', ours: list({ isBounded: false }), floor: () => ({}) },
  {
    name: 'common word',
    path: 'rare',
    ours: list({ search_string: 'отчёт' }),
    floor: () => ({ search_string: 'отчет' }),
  },
  {
    name: 'rare word',
    path: 'rare',
    ours: list({ search_string: 'задолженност' }),
    floor: () => ({ search_string: 'задолженност' }),
  },
  {
    name: 'one request',
    path: 'request',
    ours: (n) => api(`/requests/${someId(n)}`),
    floor: (n) => ({ id: someId(n) }),
  },
  {
    name: `a release with ${count} requests`,
    path: 'release',
    ours: () => api(`/releases/${releaseId}`),
    floor: () => ({ id: releaseId }),
  },
  {
    name: 'creating a request',
    path: 'create',
    ours: () => api('/requests', made),
    floor: () => ({ ...made, author: manager }),
  },
]

/** Processor ms per call in one turn. */
interface Turn {
  node: number
  database: number
}
interface Cost {
  turns: Turn[]
  p50: number[]
  p99: number[]
}
const nothing = (): Cost => ({ turns: [], p50: [], p99: [] })

/** Runs one turn of one side. */
async function turn(cost: Cost, pid: number, users: number, work: () => Promise<unknown>) {
  const before = [cpuOf(pid), cpuOfTree(postmaster)] as const
  let calls = 0
  const times = await measure(users, SECONDS, async () => {
    calls += 1
    await work()
  })
  const database = (cpuOfTree(postmaster) - before[1]) / calls
  cost.turns.push({ node: (cpuOf(pid) - before[0]) / calls, database })
  cost.p50.push(times.p50)
  cost.p99.push(times.p99)
}

const middle = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
const perCall = ({ node, database }: Turn) => node + database
/** The median turn, to leave out interruptions by other programs and by the product's own background work. */
const middleTurn = ({ turns }: Cost): Turn =>
  turns.toSorted((a, b) => perCall(a) - perCall(b))[Math.floor(turns.length / 2)] ?? { node: 0, database: 0 }
const cells = (cost: Cost) => {
  const chosen = middleTurn(cost)
  return [
    perCall(chosen).toFixed(2),
    `${chosen.node.toFixed(2)} + ${chosen.database.toFixed(2)}`,
    `${ms(middle(cost.p50))} / ${ms(middle(cost.p99))}`,
  ]
}

// As after a night: the visibility map knows the recently written rows.
await pool.query('vacuum analyze requests')
await untilCalm(product.pid)
const lines = [
  `# The product compared with the floor at ${requests.toLocaleString('en')} requests`,
  '',
  'Processor ms of a call (Node.js + PostgreSQL) and p50 / p99 in ms; the floor is `node:http` with `pg` and hand-written SQL,',
  `without sign-in and checks. The median of ${TURNS} turns of ${SECONDS} s for each, on 2 cores shared with other work. \`node bench/floor.ts --requests ${requests}\``,
  '',
  row('call', 'users', 'ours ÷ floor', 'ours', 'of which', 'p50 / p99', 'floor', 'of which', 'p50 / p99'),
  row('---', '---:', '---:', '---:', '---', '---', '---:', '---', '---'),
]
for (const { name, path, ours, floor: asked } of all.filter((each) => !values.only || each.path === values.only)) {
  for (const users of [1, 16]) {
    const [own, other] = [nothing(), nothing()]
    let n = 0
    const ourWire = (which: number): Wire => ({ ...ours(which), headers: { authorization } })
    const floorWire = (which: number): Wire => ({ method: 'POST', url: `${floorUrl}/${path}`, body: asked(which) })
    const call = () => send(ourWire((n += 1)))
    const bare = () => send(floorWire((n += 1)))
    if (path === 'release' || path === 'request') await mustBeSame(ourWire(1), floorWire(1))
    // Warm up: every connection plans a statement again for its first calls.
    for (const work of [call, bare]) await measure(16, SECONDS, work)
    for (let times = 0; times < TURNS; times += 1) {
      await turn(own, product.pid, users, call)
      await turn(other, floor.pid ?? 0, users, bare)
    }
    const ratio = (perCall(middleTurn(own)) / perCall(middleTurn(other))).toFixed(2)
    lines.push(row(name, users, ratio, ...cells(own), ...cells(other)))
    process.stdout.write(`${lines.at(-1)}\n`)
  }
}
if (values.keep && !values.only) await writeFile(RESULT, `${lines.join('\n')}\n`)
await pool.end()
floor.kill('SIGTERM')
await once(floor, 'exit')
await leave()
await product.stop()
