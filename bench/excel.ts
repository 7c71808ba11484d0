import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { temporaryFolder } from '../packages/server/src/testing/folder.ts'
import { demoFolder } from './data.ts'
import { send } from './floor/load.ts'
import { ms, row } from './measure.ts'
import { freePort, signIn, startServer, watched } from './server.ts'
import { longestStall, noting } from './stalls.ts'
import type { Taken } from './taking.ts'

/**
 * Exports the whole backlog as a workbook while single requests are read one after another. Measures seconds, rows per
 * second of processor time of the server process (all its threads, without PostgreSQL), the time to the first byte, the
 * longest stall of the event loop, the times of the reads, the peak memory, and how close the announced length, which is
 * used to show progress, is to the actual one.
 * `node bench/excel.ts --requests 1000000`
 */

const { values } = parseArgs({ options: { requests: { type: 'string', default: '1000000' } } })
const requests = Number(values.requests)
const run = promisify(execFile)
const TAKING = fileURLToPath(new URL('taking.ts', import.meta.url))
const MB = 1024 * 1024
const READ_EACH_MS = 20
const WARM_MS = 3000
const ALONE_MS = 20_000
const RESULT = new URL(`results/excel-${requests}.md`, import.meta.url)

const { path: folder, remove } = await temporaryFolder('bench')
const stalls = join(folder, 'stalls')
const server = await startServer(await freePort(), {
  DATA_DIR: await demoFolder(requests),
  DEMO: 'on',
  DEMO_REQUESTS: values.requests,
  ...noting(stalls),
})
const token = await signIn(server.url, 'manager')

const address = `${server.url}/api/backlog/get-summary`

const ask = (filters: object, signal?: AbortSignal) =>
  fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ ...filters, isExcel: true }),
    signal,
  })

async function take(filters: object): Promise<Taken> {
  const { stdout } = await run(process.execPath, [TAKING, address, token, JSON.stringify(filters)])
  return JSON.parse(stdout) as Taken
}

/** Reads one request after another until it is stopped, with a short pause after each. */
async function readOn(stop: AbortSignal) {
  const times: number[] = []
  while (!stop.aborted) {
    const before = performance.now()
    const url = `${server.url}/api/requests/${1 + (times.length % requests)}`
    await send({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } })
    times.push(performance.now() - before)
    await pause(READ_EACH_MS)
  }
  return times.toSorted((a, b) => a - b)
}

const at = (sorted: number[], share: number) => sorted[Math.floor(sorted.length * share)] ?? 0

async function rowsIn(filters: object): Promise<number> {
  const reply = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ ...filters, per_page: 1 }),
  })
  return ((await reply.json()) as { total: number }).total
}

/** Exports a workbook while requests are read, and returns the times of both. */
async function beside(filters: object) {
  const stop = new AbortController()
  const reads = readOn(stop.signal)
  const used = server.cpu()
  const { result, stall } = await longestStall(stalls, () => watched(server, () => take(filters)))
  stop.abort()
  return { ...result, ...result.result, stall, reads: await reads, cpu: server.cpu() - used }
}

/** Disconnects after the first piece, and returns how long a small export takes after that, in ms. */
async function leave() {
  const stop = new AbortController()
  const reply = await ask({}, stop.signal)
  await reply.body?.getReader().read()
  const before = performance.now()
  stop.abort()
  await (await ask({ search_string: 'гиппопотам' })).arrayBuffer()
  return performance.now() - before
}

const lines = [
  `# Excel at ${requests.toLocaleString('en')} requests`,
  '',
  'The backlog over HTTP as the screen asks for it, every column, while somebody reads one request after another. Rows are by',
  'a second of processor time of the server’s process, the reads beside it included and PostgreSQL not; memory is what the',
  'process had at its highest above what it rested at. The length told beforehand is what progress is shown by. 2 cores, its',
  'reader, in a process of its own, and the one of the requests on the same. `node bench/excel.ts`',
  '',
  row(
    'what',
    'rows',
    's',
    'rows a CPU second',
    'first byte, ms',
    'longest stall, ms',
    'a read, p50 / p99, ms',
    'above rest, MB',
    'MB',
    'length told, of the true one',
  ),
  row('---', '---:', '---:', '---:', '---:', '---:', '---:', '---:', '---:', '---:'),
]
await readOn(AbortSignal.timeout(WARM_MS))
const resting = server.rss()
const alone = await longestStall(stalls, () => readOn(AbortSignal.timeout(ALONE_MS)))
for (const [name, filters] of [
  ['one company', { client_ids: [3] }],
  ['everything', {}],
  ['everything, by the company’s name', { order_by: 'company' }],
] as const) {
  const rows = await rowsIn(filters)
  const { took, highest, first, bytes, told, stall, reads, cpu } = await beside(filters)
  lines.push(
    row(
      name,
      rows,
      (took / 1000).toFixed(1),
      ms(rows / cpu),
      ms(first),
      ms(stall),
      `${ms(at(reads, 0.5))} / ${ms(at(reads, 0.99))}`,
      ms(highest - resting),
      ms(bytes / MB),
      `${((told / bytes) * 100).toFixed(1)} %`,
    ),
  )
  process.stdout.write(`${lines.at(-1)}\n`)
}
lines.push(
  '',
  `The reads alone, ${ALONE_MS / 1000} s: ${ms(at(alone.result, 0.5))} / ${ms(at(alone.result, 0.99))} ms, longest stall ${ms(alone.stall)} ms.`,
)
lines.push(
  '',
  `Memory at rest: ${ms(resting)} MB. A reader who leaves is let go after ${ms(await leave())} ms. Load of the machine at the end: ${loadavg()[0]?.toFixed(1)}.`,
  '',
)
await writeFile(RESULT, lines.join('\n'))
process.stdout.write(`${lines.at(-4)}\n${lines.at(-2)}\n`)
await server.stop()
await remove()
