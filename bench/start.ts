import { writeFile } from 'node:fs/promises'
import { temporaryFolder } from '../packages/server/src/testing/folder.ts'
import { ms, row } from './measure.ts'
import { startServer } from './server.ts'

/**
 * Measures the first start (new folder, demo data of 20 000 requests) and the second start, five times each. A busy
 * machine slows down both, but hardly changes their ratio.
 */

const PORT = 3911
const ROUNDS = 5
const RESULT = new URL('results/start.md', import.meta.url)

const first: number[] = []
const second: number[] = []
const memory: number[] = []
for (let round = 0; round < ROUNDS; round += 1) {
  const { path: DATA_DIR, remove } = await temporaryFolder('bench')
  const fresh = await startServer(PORT, { DATA_DIR, DEMO: 'on' })
  first.push(fresh.startedInMs)
  await fresh.stop()
  const again = await startServer(PORT, { DATA_DIR })
  second.push(again.startedInMs)
  memory.push(again.rss())
  await again.stop()
  await remove()
}

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const table = [
  '# Starts',
  '',
  `From the spawn of the process to the first \`/api/health/ready\`, after the installation; median of ${ROUNDS}.`,
  'Node 24, embedded PostgreSQL 18, 2 cores shared with other work. `node bench/start.ts`',
  '',
  row('what', 'ms', 'slowest, ms'),
  row('---', '---', '---'),
  row('first start: new database, schema, 20 000 requests of demo data', ms(middle(first)), ms(Math.max(...first))),
  row('second start', ms(middle(second)), ms(Math.max(...second))),
  '',
  `Second start ÷ first start: ${(middle(second) / middle(first)).toFixed(2)}.`,
  '',
  `Memory of the server process after the second start: ${ms(middle(memory))} MiB.`,
  '',
]
await writeFile(RESULT, table.join('\n'))
process.stdout.write(table.join('\n'))
