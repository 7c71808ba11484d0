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
import { freePort, signIn } from './server.ts'

/**
 * What a second process and a replica for reading change: pages a second, and whose processor time they take. All of it on
 * one machine, so that the processor time says more than the pages. `node bench/cluster.ts --requests 20000`
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

async function start(env: Record<string, string>): Promise<Node> {
  const port = await freePort()
  const child = spawn(process.execPath, [join(projectRoot, 'packages/server/src/main.ts')], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
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
  while (!(await isReady())) {
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
  `# A second process and a replica, ${Number(values.requests).toLocaleString('en')} requests`,
  '',
  `A filtered page of the backlog with its counts, ${USERS} users, ${SECONDS} s; PostgreSQL 15 of Debian's and its streaming replica without`,
  'fsync. Everything, the client too, on one machine of 2 cores that others worked on as well: the pages a second are bounded by',
  `it, the processor time says what moves. \`node bench/cluster.ts --requests ${values.requests}\``,
  '',
  row(
    'processes',
    'replica',
    'pages a second',
    'p50, ms',
    'p99, ms',
    'ms of product',
    'of primary',
    'of replica, a page',
  ),
  row('---:', '---', '---:', '---:', '---:', '---:', '---:', '---:'),
]

async function study(many: number, hasReplica: boolean) {
  const env = hasReplica ? { DATABASE_READ_URL: replica.config.connectionString } : {}
  const nodes: Node[] = []
  for (let n = 0; n < many; n += 1) nodes.push(await start(env as Record<string, string>))
  const token = await signIn(nodes[0]?.url ?? '', 'manager')
  let turn = 0
  const ask = async () => {
    turn += 1
    const reply = await fetch(`${nodes[turn % many]?.url}/api/backlog/get-summary`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(PAGE),
    })
    if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`)
    await reply.arrayBuffer()
  }
  await measure(USERS, WARM_SECONDS, ask)
  const servers = [await postmasterOf(primary), await postmasterOf(replica)]
  const spent = () => [nodes.reduce((sum, { pid }) => sum + cpuOfTree(pid), 0), ...servers.map((pid) => cpuOfTree(pid))]
  const [before, from] = [spent(), turn]
  const { p50, p99, perSecond } = await measure(USERS, SECONDS, ask)
  const shares = spent().map((after, n) => ms((after - (before[n] ?? 0)) / (turn - from)))
  lines.push(row(many, hasReplica ? 'yes' : 'no', ms(perSecond), ms(p50), ms(p99), ...shares))
  process.stdout.write(`${lines.at(-1)}\n`)
  for (const node of nodes) await node.stop()
}

for (const many of [1, 2]) for (const hasReplica of [false, true]) await study(many, hasReplica)
lines.push('')
await writeFile(RESULT, lines.join('\n'))
await replica.stop()
await primary.stop()
await folder.remove()
