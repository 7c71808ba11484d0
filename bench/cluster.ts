import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { projectRoot } from '../packages/server/src/platform/runtime/places.ts'
import { temporaryFolder } from '../packages/server/src/testing/folder.ts'
import { atProgramEnd, endWithThis } from '../packages/server/src/testing/program-end.ts'
import {
  startDebianPostgres,
  startDebianReplica,
  type DebianPostgres,
} from '../packages/server/src/testing/servers/postgres.ts'
import { cpuOfTree, parentOf } from './floor/cpu.ts'
import { measure, ms, row } from './measure.ts'
import { FLAG, freePort, signIn } from './server.ts'

/**
 * Measures the effect of a second process, either on a port of its own or as one of two workers behind one port
 * (WORKERS), and of a replica for reading: answers per second, and which processes use how much processor time.
 * Everything runs on one machine, so the processor time is more meaningful than the rate. `node bench/cluster.ts
 * --requests 20000`
 */

const { values } = parseArgs({ options: { requests: { type: 'string', default: '20000' } } })
const [USERS, SECONDS, ROUNDS] = [8, 2, 5]
const RESULT = new URL(`results/cluster-${values.requests}.md`, import.meta.url)
const PAGE = { per_page: 50, status_ids: [1, 2, 3], priority_ids: [0, 1, 2] }

const folder = await temporaryFolder('bench-cluster')
const primary = await startDebianPostgres()
atProgramEnd(() => primary.stop())
const replica = await startDebianReplica(primary)
atProgramEnd(() => replica.stop())

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
  endWithThis(child)
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
  `A filtered page of the backlog with its counts, and one request; ${USERS} users, turns of ${SECONDS} s, median of ${ROUNDS}; PostgreSQL 15 of Debian and its`,
  'streaming replica without fsync. Everything, including the client, on one machine with 2 cores shared with other work: this limits',
  `the answers per second, so compare the processor time. \`node bench/cluster.ts --requests ${values.requests}\``,
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

/** The setups compared: how many processes with a port each, and how many workers each of them has. */
const SETUPS = [
  { name: '1', ports: 1, workers: 1 },
  { name: '2 ports', ports: 2, workers: 1 },
  { name: '`WORKERS=2`', ports: 1, workers: 2 },
]

/**
 * Starts a setup. Its `study` distributes calls between the processes in turn and measures the cost of one call: ms of
 * the product, the primary and the replica.
 */
async function open({ name, ports, workers }: (typeof SETUPS)[number], env: Record<string, string>) {
  const nodes: Node[] = []
  for (let n = 0; n < ports; n += 1) nodes.push(await start(workers, env))
  const authorization = `Bearer ${await signIn(nodes[0]?.url ?? '', 'manager')}`
  const headers = { authorization, 'content-type': 'application/json' }
  let turn = 0
  const answered = async (path: string, body?: object) => {
    turn += 1
    const options = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
    const reply = await fetch(`${nodes[turn % ports]?.url}/api${path}`, options)
    if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`)
    await reply.arrayBuffer()
  }
  const servers = [await postmasterOf(primary), await postmasterOf(replica)]
  const spent = () => [nodes.reduce((sum, { pid }) => sum + cpuOfTree(pid), 0), ...servers.map((pid) => cpuOfTree(pid))]
  const calls = {
    'filtered page': () => answered('/backlog/get-summary', PAGE),
    'one request': () => answered(`/requests/${1 + (turn % Number(values.requests))}`),
  }
  const study = async (call: keyof typeof calls) => {
    const [before, from] = [spent(), turn]
    const times = await measure(USERS, SECONDS, calls[call])
    return { ...times, shares: spent().map((after, n) => (after - (before[n] ?? 0)) / (turn - from)) }
  }
  return { name, study, stop: () => Promise.all(nodes.map((node) => node.stop())) }
}

const middle = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0

type Opened = Awaited<ReturnType<typeof open>>
const CALLS = ['filtered page', 'one request'] as const

/** Measures all setups in turns, so that other work on the machine affects each of them equally. */
async function compare(setups: Opened[], call: (typeof CALLS)[number], hasReplica: boolean) {
  const found = setups.map(({ name, study }) => ({ name, study, all: [] as Awaited<ReturnType<Opened['study']>>[] }))
  for (const { study } of found) await study(call)
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { study, all } of found) all.push(await study(call))
  }
  for (const { name, all } of found) {
    const of = (value: (one: (typeof all)[number]) => number) => middle(all.map(value))
    const [own = 0, ...theirs] = [0, 1, 2].map((n) => of(({ shares }) => shares[n] ?? 0))
    const database = theirs.reduce((sum, each) => sum + each, 0)
    const share = `${Math.round((100 * database) / (own + database))} %`
    const speed = [of(({ perSecond }) => perSecond), of(({ p50 }) => p50), of(({ p99 }) => p99)]
    lines.push(row(call, name, hasReplica ? 'yes' : 'no', ...[...speed, own, ...theirs].map(ms), share))
    process.stdout.write(`${lines.at(-1)}\n`)
  }
}

for (const hasReplica of [false, true]) {
  const env: Record<string, string> = hasReplica ? { DATABASE_READ_URL: replica.config.connectionString } : {}
  const setups: Opened[] = []
  for (const setup of SETUPS) setups.push(await open(setup, env))
  for (const call of CALLS) await compare(setups, call, hasReplica)
  for (const { stop } of setups) await stop()
}
lines.push('')
await writeFile(RESULT, lines.join('\n'))
await replica.stop()
await primary.stop()
await folder.remove()
