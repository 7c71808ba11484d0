import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { Agent, request, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startEmbedded } from '../packages/server/src/platform/embedded.ts'
import { secretHash } from '../packages/server/src/platform/credentials/secret.ts'
import { temporaryFolder } from '../packages/server/src/testing/folder.ts'
import { cpuOf, cpuOfTree, parentOf } from './floor/cpu.ts'
import { openScreen, type Asks, type Screen } from './live/screen.ts'
import { ms, row } from './measure.ts'
import { freePort, signIn, startServer } from './server.ts'

/**
 * Opens many backlogs that follow saves as the web client does (bench/live/screen.ts), and measures how long a save and
 * a plain read take meanwhile, and which processes use how much processor time. `node bench/live.ts --requests 20000
 * --screens 2000 --saves 10`
 */

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    screens: { type: 'string', default: '2000' },
    saves: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '60' },
    warm: { type: 'string', default: '70' },
  },
})
const [requests, screens, saves, seconds, warm] = [
  values.requests,
  values.screens,
  values.saves,
  values.seconds,
  values.warm,
].map(Number) as [number, number, number, number, number]
const RESULT = new URL('results/live.md', import.meta.url)
/** The number of streams a person may have, minus one. */
const OF_A_PERSON = 19
const OPENED_AT_ONCE = 16
/** Saves change one of this many newest requests. */
const SAVED_AMONG = 500

const folder = await temporaryFolder('bench-live')
const product = await startServer(await freePort(), {
  DATA_DIR: folder.path,
  DEMO: 'on',
  DEMO_REQUESTS: String(requests),
  RATE_PEOPLE: '1000000',
})
const { config, stop: leave } = await startEmbedded({ dataDir: folder.path, log: { info() {}, warn: console.warn } })
const pool = new pg.Pool({ ...config, max: 2 })
const { rows: processes } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
const postmaster = parentOf(processes[0]?.pid ?? 0)

/** Creates members of staff with a session each; returns the tokens. */
async function makePeople(count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  await pool.query(
    `with people as (
       insert into users (login, name, email, password_hash, "isRivc")
       select 'screen' || n, 'Зритель ' || n, 'screen' || n || '@example.ru', '', true from generate_series(1, $1) as n
       returning id)
     insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at)
     select hash, id, now(), now(), now() + interval '1 day'
     from (select id, row_number() over () as n from people) as p
     join unnest($2::bytea[]) with ordinality as t(hash, n) using (n)`,
    [count, tokens.map(secretHash)],
  )
  return tokens
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })
const headersOf = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' })

function send(token: string, path: string, body?: object): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const call = request(`${product.url}/api${path}`, { method: body ? 'POST' : 'GET', agent, headers: headersOf(token) })
  call
    .on('response', resolve)
    .on('error', reject)
    .end(body && JSON.stringify(body))
  return promise
}

let fetched = { pages: 0, rows: 0 }
async function answer(token: string, path: string, body?: object) {
  const reply = await send(token, path, body)
  let text = ''
  for await (const piece of reply.setEncoding('utf8')) text += piece
  if (reply.statusCode !== 200) throw new Error(`${path}: ${reply.statusCode} ${text}`)
  return JSON.parse(text)
}
const asksBy =
  (token: string): Asks =>
  (body) => {
    fetched[body.ids ? 'rows' : 'pages'] += 1
    return answer(token, '/backlog/get-summary', body)
  }

/** Opens an event stream; each has its own connection. */
function follow(token: string, screen: Screen): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const options = { agent: false as const, headers: headersOf(token) }
  request(`${product.url}/api/events?key=${randomBytes(12).toString('hex')}`, options, (reply) => {
    reply.setEncoding('utf8').on('data', screen.receive)
    resolve()
  })
    .on('error', reject)
    .end()
  return promise
}

const { rows: companies } = await pool.query<{ idcomp: number }>('select distinct idcomp from company_modules')
/** Half of the screens show everything, the others one company each. */
const filtersOf = (n: number) => (n % 2 === 0 ? {} : { client_ids: [companies[n % companies.length]?.idcomp] })

const tokens = await makePeople(Math.ceil(screens / OF_A_PERSON))
let opened = 0
async function openOnes() {
  while (opened < screens) {
    const n = opened
    opened += 1
    const token = tokens[Math.floor(n / OF_A_PERSON)] ?? ''
    const screen = openScreen({ ...filtersOf(n), per_page: 50, isBounded: true }, asksBy(token))
    await follow(token, screen)
    await screen.ready
  }
}
await Promise.all(Array.from({ length: OPENED_AT_ONCE }, openOnes))
process.stdout.write(`${screens} screens are open\n`)

const manager = await signIn(product.url, 'manager')
interface Work {
  took: number[]
  failed: number
}
/** Starts work at a constant rate, whether or not the previous call has ended. */
async function steadily(perSecond: number, forSeconds: number, work: (n: number) => Promise<unknown>): Promise<Work> {
  const done: Work = { took: [], failed: 0 }
  const end = performance.now() + forSeconds * 1000
  const under: Promise<void>[] = []
  for (let n = 0; performance.now() < end; n += 1) {
    const before = performance.now()
    under.push(
      work(n).then(
        () => void done.took.push(performance.now() - before),
        () => void (done.failed += 1),
      ),
    )
    await pause(1000 / perSecond)
  }
  await Promise.all(under)
  return done
}
const someRequest = (n: number) => requests - ((n * 7919) % SAVED_AMONG)
const save = (n: number) =>
  answer(manager, '/backlog-requests-save', { request_id: someRequest(n), planned_time: 60 + (n % 600) })
const read = (n: number) => answer(manager, `/requests/${someRequest(n * 3)}`)
const both = (forSeconds: number) => Promise.all([steadily(saves, forSeconds, save), steadily(10, forSeconds, read)])

// A list is refetched within a minute: measure only after every list has done so once.
await both(warm)
fetched = { pages: 0, rows: 0 }
const [before, began] = [[cpuOf(product.pid), cpuOfTree(postmaster), process.cpuUsage()] as const, performance.now()]
const [saved, seen] = await both(seconds)
const took = performance.now() - began
const own = process.cpuUsage(before[2])
const cores = [cpuOf(product.pid) - before[0], cpuOfTree(postmaster) - before[1], (own.user + own.system) / 1000].map(
  (each) => (each / took).toFixed(2),
)

const at = ({ took: all }: Work, share: number) =>
  ms(all.toSorted((a, b) => a - b)[Math.floor(all.length * share)] ?? 0)
const lines = [
  `# Open screens that follow ${saves} saves a second`,
  '',
  `${screens} open backlogs (half of all requests, half of one company's), ${requests.toLocaleString('en')} requests, ${saves} saves a second among the`,
  `newest ${SAVED_AMONG} and 10 reads of one request a second, for ${seconds} s after warming up. 2 cores shared with other work and with the`,
  'screens themselves, which are one process. `node bench/live.ts`',
  '',
  row('what', 'p50, ms', 'p99, ms', 'failed'),
  row('---', '---:', '---:', '---:'),
  row('a save', at(saved, 0.5), at(saved, 0.99), saved.failed),
  row('a read of one request', at(seen, 0.5), at(seen, 0.99), seen.failed),
  '',
  row('whose', 'cores'),
  row('---', '---:'),
  row('the product', cores[0] ?? ''),
  row('PostgreSQL', cores[1] ?? ''),
  row('the screens', cores[2] ?? ''),
  '',
  `Pages fetched again: ${((fetched.pages * 1000) / took).toFixed(1)} a second; single rows: ${((fetched.rows * 1000) / took).toFixed(1)}.`,
  `Memory of the product: ${ms(product.rss())} MB.`,
  '',
]
await writeFile(RESULT, lines.join('\n'))
process.stdout.write(lines.join('\n'))
agent.destroy()
await pool.end()
await product.stop()
await leave()
await folder.remove()
process.exit(0)
