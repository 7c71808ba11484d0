import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { buffer } from 'node:stream/consumers'
import { workbook } from '../packages/server/src/platform/excel.ts'
import type { Cell } from '../packages/server/src/platform/excel-xml.ts'
import { ms, row } from './measure.ts'
import { freePort, signIn, startServer, watched } from './server.ts'
import { longestStall, noting } from './stalls.ts'

/**
 * A CSV file by the API as the screen sends it: checked, written, sent again, written over, and the same as a
 * workbook. Seconds, the server's memory at its highest, how often the progress moved, how long others waited for
 * an answer meanwhile, and the longest stall of the server's event loop.
 * `node bench/import.ts --rows 100000`
 */

const { values } = parseArgs({ options: { rows: { type: 'string', default: '100000' } } })
const rows = Number(values.rows)
const MB = 1024 * 1024
const ASK_EACH_MS = 50
const RESULT = new URL('results/import.md', import.meta.url)

const folder = await mkdtemp(join(tmpdir(), 'vypusk-bench-'))
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
const rowsWith = (title: string) => Array.from({ length: rows }, (_, n) => rowOf(title, n))
const fileWith = (title: string) => `${[HEADER, ...rowsWith(title)].map((cells) => cells.join(';')).join('\n')}\n`

async function workbookWith(title: string) {
  async function* parts() {
    yield rowsWith(title)
  }
  const columns = HEADER.map((name, n) => ({ title: name, width: 20, cell: (cells: Cell[]) => cells[n] ?? null }))
  return buffer(workbook({ name: 'Заявки', columns, parts: parts() }))
}

const keyOf = (run: number) => String(run).padStart(32, '0')

async function send(file: string | Buffer, run: number, dryRun: boolean) {
  const form = new FormData()
  form.append('source', 'Замер')
  form.append('progress', keyOf(run))
  if (dryRun) form.append('dry_run', '1')
  form.append('file', new Blob([typeof file === 'string' ? file : new Uint8Array(file)]), 'requests.csv')
  const reply = await fetch(`${server.url}/api/requests/import`, { method: 'POST', headers, body: form })
  const report = (await reply.json()) as { message: string; created: number; updated: number; same: number }
  if (!reply.ok) throw new Error(report.message)
  return report
}

/** Asks for the progress until the work is over, as the screens of others ask for theirs. */
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

const first = fileWith('Заявка')
const lines = [
  `# An import of ${rows.toLocaleString('en')} rows`,
  '',
  `A CSV file of ${ms(Buffer.byteLength(first) / MB)} MB by the API, as the screen sends it; memory of the server process at its highest. The`,
  'longest wait is that of a small call (the progress) made every 50 ms beside the import; the longest stall is that of',
  'the event loop of the server. 2 cores, the client on the same.',
  '`node bench/import.ts`',
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
const second = fileWith('Изменённая')
for (const [index, [name, file, dryRun]] of (
  [
    ['dry run', first, true],
    ['first time', first, false],
    ['the same file again', first, false],
    ['every title changed', second, false],
    ['dry run of a workbook', await workbookWith('Изменённая'), true],
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
await rm(folder, { recursive: true })
