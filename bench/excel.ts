import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { demoFolder } from './data.ts'
import { ms, row } from './measure.ts'
import { signIn, startServer, watched } from './server.ts'

/**
 * The whole backlog as a workbook: seconds, megabytes, the server's memory at its highest, and how near
 * the length told beforehand, which the progress is shown by, comes to the true one.
 * `node bench/excel.ts --requests 1000000`
 */

const { values } = parseArgs({ options: { requests: { type: 'string', default: '1000000' } } })
const requests = Number(values.requests)
const PORT = 3916
const MB = 1024 * 1024
const RESULT = new URL(`results/excel-${requests}.md`, import.meta.url)

const server = await startServer(PORT, {
  DATA_DIR: await demoFolder(requests),
  DEMO: 'on',
  DEMO_REQUESTS: values.requests,
})
const token = await signIn(server.url, 'manager')

const ask = (filters: object, signal?: AbortSignal) =>
  fetch(`${server.url}/api/backlog/get-summary`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ ...filters, isExcel: true }),
    signal,
  })

async function take(filters: object) {
  const before = performance.now()
  const reply = await ask(filters)
  const first = performance.now() - before
  let bytes = 0
  for await (const part of reply.body ?? []) bytes += part.byteLength
  return { first, bytes, told: Number(reply.headers.get('x-expected-length')) }
}

/** Leaves after the first piece, and waits until the server has let go. */
async function leave() {
  const stop = new AbortController()
  const reply = await ask({}, stop.signal)
  await reply.body?.getReader().read()
  const before = performance.now()
  stop.abort()
  await take({ search_string: 'гиппопотам' })
  return performance.now() - before
}

const lines = [
  `# Excel at ${requests.toLocaleString('en')} requests`,
  '',
  'The backlog over HTTP as the screen requests it, every column; highest memory of the server process. Progress is shown by the',
  'length announced beforehand. 2 cores, shared with the client. `node bench/excel.ts`',
  '',
  row('what', 's', 'first byte, ms', 'MB', 'announced length, of the actual one', 'memory, MB'),
  row('---', '---:', '---:', '---:', '---:', '---:'),
]
const resting = server.rss()
for (const [name, filters] of [
  ['one company', { client_ids: [3] }],
  ['everything', {}],
  ['everything, by the company’s name', { order_by: 'company' }],
] as const) {
  const { result, took, highest } = await watched(server, () => take(filters))
  const share = `${((result.told / result.bytes) * 100).toFixed(1)} %`
  lines.push(row(name, (took / 1000).toFixed(1), ms(result.first), ms(result.bytes / MB), share, ms(highest)))
  process.stdout.write(`${lines.at(-1)}\n`)
}
lines.push(
  '',
  `Memory before: ${ms(resting)} MB. The server stops ${ms(await leave())} ms after a reader disconnects.`,
  '',
)
await writeFile(RESULT, lines.join('\n'))
process.stdout.write(`${lines.at(-2)}\n`)
await server.stop()
