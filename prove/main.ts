import { parseArgs } from 'node:util'
import { leaveNothing } from '../packages/server/src/testing/program-end.ts'
import { parts } from './parts.ts'

/**
 * `npm run prove -- fuzz --minutes 9 --seed 1` runs one part of the proof for the given time; the exit code is non-zero
 * if anything was lost.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
})
const [name = ''] = positionals
const part = parts[name]
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
const minutes = Number(values.minutes)
if (!part || !Number.isFinite(seed) || !(minutes > 0)) {
  console.error(`npm run prove -- ${Object.keys(parts).join(' | ')} [--minutes 5] [--seed 1]`)
  process.exit(2)
}
console.log(`${name}, seed ${seed}`)
leaveNothing()
const run = await part()
const { figures, faults } = await run({ minutes, seed })
for (const fault of faults.slice(0, 200)) console.error(fault)
console.log(
  `${Object.entries(figures)
    .map(([what, many]) => `${what} ${many}`)
    .join(' · ')} · faults ${faults.length}`,
)
process.exit(faults.length > 0 ? 1 : 0)
