import { writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { verifyChain } from '../packages/server/src/testing/verify-chain.ts'
import { openDatabase } from '../packages/server/src/platform/database.ts'
import { startEmbedded } from '../packages/server/src/platform/embedded.ts'
import { recordChanges } from '../packages/server/src/platform/history.ts'
import { NOBODY } from '../packages/server/src/platform/person.ts'
import { systemClock } from '../packages/server/src/platform/clock.ts'
import { inTransaction } from '../packages/server/src/platform/transaction.ts'
import type { Actor } from '../packages/server/src/platform/call.ts'
import { demoData } from './data.ts'
import { row } from './measure.ts'

/**
 * Measures what chaining adds to a change in the history: processor time of this process and wall time including the
 * database, compared with the same change of a thing without a chain; and how long a chain of 10 000 records takes to
 * verify. `node bench/chain.ts`
 */

const RESULT = new URL('results/chain.md', import.meta.url)
const TIMES = 500
const quiet = { info: () => {}, warn: console.warn }

const embedded = await startEmbedded({ dataDir: await demoData(20_000), log: quiet })
const { db } = openDatabase(embedded.config, quiet)
const actor = {
  deps: { db, clock: systemClock },
  person: { ...NOBODY, email: 'bench' },
} as unknown as Actor

/** Writes this many changes in one transaction, each in a separate chain or in none. */
const write = (chains: number, of: (company_id: number) => { chain?: { release_id: number; company_id: number } }) =>
  inTransaction(actor, async (tx) => {
    for (let n = 1; n <= chains; n += 1) {
      const fields = { entity: 'publication' as const, entity_id: 1, titles: { text: 'Текст' }, before: null }
      await recordChanges(tx, actor, { ...fields, after: { text: 'Замечание клиента '.repeat(10) }, ...of(n) })
    }
  })

/** Returns milliseconds per transaction: processor time of this process, and wall time. */
async function cost(run: () => Promise<void>, times = TIMES) {
  for (let n = 0; n < 50; n += 1) await run()
  const [used, from] = [process.cpuUsage(), performance.now()]
  for (let n = 0; n < times; n += 1) await run()
  const { user, system } = process.cpuUsage(used)
  return { cpu: (user + system) / 1000 / times, wall: (performance.now() - from) / times }
}

const figure = (value: number) => value.toFixed(2)
const lines: string[] = []
for (const [name, chains, times] of [
  ['one change', 1, TIMES],
  ['forty changes, a chain each', 40, 50],
] as const) {
  const without = await cost(() => write(chains, () => ({})), times)
  const chained = await cost(() => write(chains, (company_id) => ({ chain: { release_id: 1, company_id } })), times)
  const each = (now: number, before: number) => figure((now - before) / chains)
  lines.push(
    row(
      name,
      `${figure(without.cpu)} / ${figure(without.wall)}`,
      `${figure(chained.cpu)} / ${figure(chained.wall)}`,
      `${each(chained.cpu, without.cpu)} / ${each(chained.wall, without.wall)}`,
    ),
  )
}
await cost(() => write(1, () => ({ chain: { release_id: 2, company_id: 1 } })), 10_000)
const from = performance.now()
const verdict = await verifyChain(db, 2, 1)
const took = performance.now() - from
if (verdict.fault || verdict.records < 10_000) throw new Error(JSON.stringify(verdict))
lines.push('', `A chain of ${verdict.records} records is read and verified in ${Math.round(took)} ms.`)

const text = `# The cost of a chain

Milliseconds per transaction: processor time (Node.js) / elapsed time with PostgreSQL. ${availableParallelism()} processors.

${row('what', 'without a chain', 'chained', 'added cost of a change')}
${row('---', '---:', '---:', '---:')}
${lines.join('\n')}
`
console.log(text)
await writeFile(RESULT, text)
await db.destroy()
await embedded.stop()
