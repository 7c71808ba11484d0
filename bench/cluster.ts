import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { projectRoot } from '../packages/server/src/platform/places.ts'
import { temporaryFolder } from '../packages/server/src/testing/folder.ts'
import {
  startDebianPostgres,
  startDebianReplica,
  type DebianPostgres,
} from '../packages/server/src/testing/postgres.ts'
import { cpuOfTree, parentOf } from './floor/cpu.ts'
import { measure, ms, row } from './measure.ts'
import { FLAG, freePort, signIn } from './server.ts'

/**
 * What a second process, by a port of its own or as one of two workers behind one port (WORKERS), and a replica for reading
 * change: answers a second, and whose processor time they take. All of it on one machine, so that the processor time says
 * more than the answers. `node bench/cluster.ts --requests 20000`
 */

const { values } = parseArgs({ options: { requests: { type: 'string', default: '20000' } } })
const [USERS, SECONDS, WARM_SECONDS] = [8, 6, 2]
const RESULT = new URL(`results/cluster-${values.requests}.md`, import.meta.url)
const PAGE = { per_page: 50, status_ids: [1, 2, 3], priority_ids: [0, 1, 2] }

const folder = await temporaryFolder('bench-cluster')
const primary = await startDebianPostgres()
const replica = await startDebianReplica(primary)

interface Node {
  url: string
  pid: number
  stop: () => Promise<void>
}

const textOf = (url: string) => fetch(url).then((reply) => reply.text())

async function start(workers: number, env: Record<string, string>): Promise<Node> {
  const [port, metrics] = [await freePort(), await freePort()]
  const child = spawn(process.execPath, [FLAG, join(projectRoot, 'packages/server/src/main.ts')], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      METRICS_PORT: String(metrics),
      WORKERS: String(workers),
      LOG_LEVEL: 'warn',
      DATABASE_URL: primary.config.connectionString,
      DATA_DIR: join(folder.path, 'data'),
      DEMO: 'on',
      DEMO_REQUESTS: values.requests,
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  const isReady = () =>
    fetch(`${url}/api/health/ready`).then(
      async (reply) =>
        reply.ok && (!env['DATABASE_READ_URL'] || ((await reply.json()) as { replica: string }).replica === 'ready'),
      () => false,
    )
  const areAllThere = async () =>
    workers === 1 ||
    (await textOf(`http://127.0.0.1:${metrics}/metrics`)).includes(`vypusk_workers_serving ${workers}\n`)
  while (!(await isReady()) || !(await areAllThere())) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    await pause(50)
  }
  const stop = async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return { url, pid: child.pid ?? 0, stop }
}

const postmasterOf = async (server: DebianPostgres) => {
  const [found] = await server.rows<{ pid: number }>(
    `select pid from pg_stat_activity where backend_type = 'checkpointer' or backend_type = 'background writer' limit 1`,
  )
  return parentOf(found?.pid ?? 0)
}

const lines = [
  `# Processes, workers and a replica, ${Number(values.requests).toLocaleString('en')} requests`,
  '',
  `A filtered page of the backlog with its counts, and one request; ${USERS} users, ${SECONDS} s; PostgreSQL 15 of Debian's and its`,
  'streaming replica without fsync. Everything, the client too, on one machine of 2 cores that others worked on as well: the answers',
  `a second are bounded by it, the processor time says what moves. \`node bench/cluster.ts --requests ${values.requests}\``,
  '',
  row(
    'call',
    'processes',
    'replica',
    'a second',
    'p50, ms',
    'p99, ms',
    'ms of product',
    'of primary',
    'of replica, a call',
    "PostgreSQL's share",
  ),
  row('---', '---', '---', '---:', '---:', '---:', '---:', '---:', '---:', '---:'),
]

/** Who answers: processes of a port each, of so many workers each. */
interface Setup {
  name: string
  ports: number
  workers: number
  hasReplica: boolean
}

async function study({ name, ports, workers, hasReplica }: Setup) {
  const env: Record<string, string> = hasReplica ? { DATABASE_READ_URL: replica.config.connectionString } : {}
  const nodes: Node[] = []
  for (let n = 0; n < ports; n += 1) nodes.push(await start(workers, env))
  const authorization = `Bearer ${await signIn(nodes[0]?.url ?? '', 'manager')}`
  const headers = { authorization, 'content-type': 'application/json' }
  let turn = 0
  const answered = async (path: string, body?: object) => {
    turn += 1
    const given = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
    const reply = await fetch(`${nodes[turn % ports]?.url}/api${path}`, given)
    if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`)
    await reply.arrayBuffer()
  }
  const calls: [string, () => Promise<void>][] = [
    ['filtered page', () => answered('/backlog/get-summary', PAGE)],
    ['one request', () => answered(`/requests/${1 + (turn % Number(values.requests))}`)],
  ]
  const servers = [await postmasterOf(primary), await postmasterOf(replica)]
  const spent = () => [nodes.reduce((sum, { pid }) => sum + cpuOfTree(pid), 0), ...servers.map((pid) => cpuOfTree(pid))]
  for (const [call, ask] of calls) {
    await measure(USERS, WARM_SECONDS, ask)
    const [before, from] = [spent(), turn]
    const { p50, p99, perSecond } = await measure(USERS, SECONDS, ask)
    const shares = spent().map((after, n) => (after - (before[n] ?? 0)) / (turn - from))
    const [own = 0, ...theirs] = shares
    const database = theirs.reduce((sum, each) => sum + each, 0)
    const share = `${Math.round((100 * database) / (own + database))} %`
    lines.push(row(call, name, hasReplica ? 'yes' : 'no', ms(perSecond), ms(p50), ms(p99), ...shares.map(ms), share))
    process.stdout.write(`${lines.at(-1)}\n`)
  }
  for (const node of nodes) await node.stop()
}

for (const hasReplica of [false, true]) {
  await study({ name: '1', ports: 1, workers: 1, hasReplica })
  await study({ name: '2 ports', ports: 2, workers: 1, hasReplica })
  await study({ name: '`WORKERS=2`', ports: 1, workers: 2, hasReplica })
}
lines.push('')
await writeFile(RESULT, lines.join('\n'))
await replica.stop()
await primary.stop()
await folder.remove()
