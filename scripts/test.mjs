/**
 * Runs the checks on a machine with only Node.js and npm: installs packages, a browser and systems to test against
 * if they are missing, then runs every stage, printing its name and time. `node scripts/test.mjs [quick] [systems]`;
 * without arguments, `quick`. The last line is the total, `N passed, N failed`.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser } from './steps/browser.mjs'
import { checkNode, install } from './steps/install.mjs'
import { project } from './steps/run.mjs'
import { findSystems } from './steps/systems.mjs'
import { openStages } from './testing/stages.mjs'
import { openTally } from './testing/tally.mjs'
import { REFERENCE, tiers } from './testing/tiers.mjs'

const named = process.argv.slice(2)
const wanted = named.length > 0 ? named : ['quick']
const unknown = wanted.filter((name) => !Object.hasOwn(tiers, name))
if (unknown.length > 0) {
  console.error(`No such tier: ${unknown.join(', ')}. There are ${Object.keys(tiers).join(', ')}`)
  process.exit(1)
}

const seconds = (value) => `${value.toFixed(1)} s`

/** Prints how long a tier took, and how long that would be on the reference machine. */
function sayTime(name, took, measured) {
  if (measured === undefined) return console.log(`${name}: ${seconds(took)}`)
  const ratio = measured / REFERENCE.seconds
  console.log(
    `${name}: ${seconds(took)}. Here ${REFERENCE.requests} requests are made in ${seconds(measured)}, ` +
      `${ratio.toFixed(2)} times the reference of ${seconds(REFERENCE.seconds)}: there it is ${seconds(took / ratio)}`,
  )
}

checkNode()
await install()
const browser = await findBrowser()
if (wanted.includes('systems')) await findSystems()

const reports = join(project, '.cache/reports')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

const { stage, close } = await openStages()
const tally = openTally()
const times = []
for (const name of wanted) {
  const from = performance.now()
  const measured = await tiers[name]({ stage, tally, reports, browser })
  times.push([name, (performance.now() - from) / 1000, measured])
}
await close()

for (const test of tally.unstable) console.log(`Unstable, failed once and passed when tried again: ${test}`)
for (const one of tally.failures()) console.log(`Failed: ${one}`)
for (const time of times) sayTime(...time)
console.log(`${tally.sum.passed} passed, ${tally.sum.failed} failed`)
if (tally.sum.failed > 0) process.exitCode = 1
