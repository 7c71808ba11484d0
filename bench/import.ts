import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ms, row } from './measure.ts'
import { signIn, startServer, watched } from './server.ts'

/**
 * A CSV file by the API as the screen sends it: checked, written, sent again, written over. Seconds, the server's
 * memory at its highest, how often the progress moved, and how long others waited for an answer meanwhile.
 * `node bench/import.ts --rows 100000`
 */

const { values } = parseArgs({ options: { rows: { type: 'string', default: '100000' } } })
const rows = Number(values.rows)
const PORT = 3918
const MB = 1024 * 1024
const ASK_EACH_MS = 50
const RESULT = new URL('results/import.md', import.meta.url)

const folder = await mkdtemp(join(tmpdir(), 'vypusk-bench-'))
const server = await startServer(PORT, { DATA_DIR: folder, DEMO: 'on', DEMO_REQUESTS: '2000' })
const token = await signIn(server.url, 'admin')
const headers = { authorization: `Bearer ${token}` }

const fileWith = (title: string) =>
  `Ключ;Название;Текст;Часы;Приоритет;Создана\n${Array.from(
    { length: rows },
    (_, n) =>
      `НОМЕР-${n};${title} ${n}: печать акта сверки;${'Подробности заявки. '.repeat(15)};${n % 40};${(n % 5) + 1};2026-01-15`,
  ).join('\n')}\n`

const keyOf = (run: number) => String(run).padStart(32, '0')

async function send(file: string, run: number, dryRun: boolean) {
  const form = new FormData()
  form.append('source', 'Замер')
  form.append('progress', keyOf(run))
  if (dryRun) form.append('dry_run', '1')
  form.append('file', new Blob([file]), 'requests.csv')
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
  'longest wait is that of a small call (the progress) made every 50 ms beside the import. 2 cores, the client on the same.',
  '`node bench/import.ts`',
  '',
  row('what', 's', 'created', 'updated', 'same', 'states of progress seen', 'longest wait, ms', 'memory, MB'),
  row('---', '---:', '---:', '---:', '---:', '---:', '---:', '---:'),
]
const resting = server.rss()
const second = fileWith('Изменённая')
for (const [index, [name, file, dryRun]] of (
  [
    ['dry run', first, true],
    ['first time', first, false],
    ['the same file again', first, false],
    ['every title changed', second, false],
  ] as const
).entries()) {
  const { result, took, highest } = await watched(server, () => asking(index, send(file, index, dryRun)))
  const { created, updated, same } = result.result
  lines.push(row(name, (took / 1000).toFixed(1), created, updated, same, result.steps, ms(result.longest), ms(highest)))
  process.stdout.write(`${lines.at(-1)}\n`)
}
const [load = 0] = loadavg()
lines.push('', `Memory before: ${ms(resting)} MB. Load of the machine at the end: ${load.toFixed(1)}.`, '')
await writeFile(RESULT, lines.join('\n'))
await server.stop()
await rm(folder, { recursive: true })
