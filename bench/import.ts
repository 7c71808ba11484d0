import { createWriteStream } from 'node:fs'
import { open, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { excelReply } from '../packages/server/src/platform/documents/excel.ts'
import type { Cell } from '../packages/server/src/platform/documents/excel/xml.ts'
import { temporaryFolder } from '../packages/server/src/testing/folder.ts'
import { ms, row } from './measure.ts'
import { freePort, signIn, startServer, watched } from './server.ts'
import { longestStall, noting } from './stalls.ts'

/**
 * Imports a CSV file through the API as the screen does: checked, imported, sent again, overwritten, and the same as a
 * workbook. Measures seconds, the server's peak memory, how often the progress moved, how long others waited for
 * an answer meanwhile, and the longest stall of the server's event loop.
 * `node bench/import.ts --rows 100000`
 */

const USUAL = 100_000
const { values } = parseArgs({ options: { rows: { type: 'string', default: String(USUAL) } } })
const rows = Number(values.rows)
const MB = 1024 * 1024
const ASK_EACH_MS = 50
const AT_ONCE = 1000
/** A workbook with more rows exceeds the limit for unpacked data. */
const MOST_IN_WORKBOOK = 200_000
const RESULT = new URL(`results/import${rows === USUAL ? '' : `-${rows}`}.md`, import.meta.url)

const { path: folder, remove } = await temporaryFolder('bench')
const stalls = join(folder, 'stalls')
const server = await startServer(await freePort(), {
  DATA_DIR: join(folder, 'data'),
  DEMO: 'on',
  DEMO_REQUESTS: '2000',
  ...noting(stalls),
})
const token = await signIn(server.url, 'admin')
const headers = { authorization: `Bearer ${token}` }

const HEADER = ['Ключ', 'Название', 'Текст', 'Часы', 'Приоритет', 'Создана']
const rowOf = (title: string, n: number) => [
  `НОМЕР-${n}`,
  `${title} ${n}: печать акта сверки`,
  'Подробности заявки. '.repeat(15),
  n % 40,
  (n % 5) + 1,
  '2026-01-15',
]

/** Generates rows in parts, so that even a file of a million rows does not fill this process's memory. */
function* partsWith(title: string) {
  for (let from = 0; from < rows; from += AT_ONCE)
    yield Array.from({ length: Math.min(AT_ONCE, rows - from) }, (_, n) => rowOf(title, from + n))
}

async function fileWith(title: string): Promise<string> {
  function* texts() {
    yield `${HEADER.join(';')}\n`
    for (const part of partsWith(title)) yield part.map((cells) => `${cells.join(';')}\n`).join('')
  }
  const path = join(folder, `${title}.csv`)
  await pipeline(Readable.from(texts()), createWriteStream(path))
  return path
}

async function workbookWith(title: string): Promise<string> {
  async function* parts() {
    yield* partsWith(title)
  }
  const columns = HEADER.map((name, n) => ({ title: name, width: 20, cell: (cells: Cell[]) => cells[n] ?? null }))
  const path = join(folder, `${title}.xlsx`)
  const { stream } = await excelReply(path, { name: 'Заявки', columns, parts: parts() }, async () => rows)
  await pipeline(stream, createWriteStream(path))
  return path
}

const keyOf = (run: number) => String(run).padStart(32, '0')
const BOUNDARY = 'part-of-the-form'
const field = (name: string, value: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

/** Writes the form as a browser sends it, reading from disk; not with fetch, which gives up after five minutes. */
async function* formOf(path: string, run: number, dryRun: boolean) {
  yield field('source', 'Замер') + field('progress', keyOf(run)) + field('dry_run', dryRun ? '1' : '')
  yield `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="requests.csv"\r\n\r\n`
  const file = await open(path)
  yield* file.createReadStream()
  yield `\r\n--${BOUNDARY}--\r\n`
}

async function send(path: string, run: number, dryRun: boolean) {
  const sending = request(`${server.url}/api/requests/import`, {
    method: 'POST',
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  })
  const answered = new Promise<NodeJS.ReadableStream & { statusCode?: number }>((resolve, reject) =>
    sending.once('response', resolve).once('error', reject),
  )
  await pipeline(Readable.from(formOf(path, run, dryRun)), sending)
  const reply = await answered
  const report = (await json(reply)) as { message: string; created: number; updated: number; same: number }
  if (reply.statusCode !== 200) throw new Error(report.message)
  return report
}

/** Polls the progress until the work is done, as screens do. */
async function asking<Result>(run: number, work: Promise<Result>) {
  let isOver = false
  const ended = work.finally(() => (isOver = true))
  const seen = new Set<string>()
  let longest = 0
  const over = () => isOver
  while (!over()) {
    const before = performance.now()
    const reply = await fetch(`${server.url}/api/requests/import/${keyOf(run)}`, { headers })
    longest = Math.max(longest, performance.now() - before)
    seen.add(JSON.stringify(await reply.json()))
    await pause(ASK_EACH_MS)
  }
  return { result: await ended, steps: seen.size, longest }
}

const first = await fileWith('Заявка')
const lines = [
  `# An import of ${rows.toLocaleString('en')} rows`,
  '',
  `A CSV file of ${ms((await stat(first)).size / MB)} MB by the API, as the screen sends it; highest memory of the server process. The`,
  'longest wait is that of a small call (the progress) made every 50 ms during the import; the longest stall is that of',
  'the event loop of the server. 2 cores, shared with the client.',
  `\`node bench/import.ts${rows === USUAL ? '' : ` --rows ${rows}`}\``,
  '',
  row(
    'what',
    's',
    'created',
    'updated',
    'same',
    'states of progress seen',
    'longest wait, ms',
    'longest stall, ms',
    'memory, MB',
  ),
  row('---', '---:', '---:', '---:', '---:', '---:', '---:', '---:', '---:'),
]
const resting = server.rss()
const second = await fileWith('Изменённая')
const sheet = rows <= MOST_IN_WORKBOOK ? await workbookWith('Изменённая') : undefined
for (const [index, [name, file, dryRun]] of (
  [
    ['dry run', first, true],
    ['first time', first, false],
    ['the same file again', first, false],
    ['every title changed', second, false],
    ...(sheet ? [['dry run of a workbook', sheet, true] as const] : []),
  ] as const
).entries()) {
  const run = () => watched(server, () => asking(index, send(file, index, dryRun)))
  const { stall, result } = await longestStall(stalls, run)
  const { took, highest } = result
  const { result: report, steps, longest } = result.result
  const counts = [report.created, report.updated, report.same]
  lines.push(row(name, (took / 1000).toFixed(1), ...counts, steps, ms(longest), ms(stall), ms(highest)))
  process.stdout.write(`${lines.at(-1)}\n`)
}
const [load = 0] = loadavg()
lines.push('', `Memory before: ${ms(resting)} MB. Load of the machine at the end: ${load.toFixed(1)}.`, '')
await writeFile(RESULT, lines.join('\n'))
await server.stop()
await remove()
