import { join } from 'node:path'
import { project } from '../steps/run.mjs'
import { playwrightReport, vitestReport } from './tally.mjs'

/** The reference machine: generating the demo data of this many requests takes this many seconds on it. */
export const REFERENCE = { requests: 20_000, seconds: 5 }

/**
 * The type checkers are written in Go: less frequent garbage collection halves their time. Several checkers in one
 * program would each repeat the work they share (docs/decisions/0046).
 */
const inGo = { env: { GOGC: '400' } }
const oneChecker = ['--checkers', '1']

/** Checks of what few changes can break, in the second tier. */
const rareChecks = [
  ['lint with types', 'npm', ['run', '--silent', 'lint'], inGo],
  ['unused code', 'knip', []],
  ['row types against the migrations', 'node', ['scripts/db-types.ts', '--check']],
  ['the rules themselves', 'node', ['scripts/check-rules.mjs']],
  ['tests of who may know of what', 'node', ['scripts/check-access.mjs']],
]

/** Independent checks, run one after another in parallel with the unit tests; the longest first. */
const checks = [
  ['lint', 'oxlint', []],
  ['pages build', 'node', ['scripts/prepare.mjs']],
  ['types: contract, server', 'tsc', ['-p', 'tsconfig.json', ...oneChecker], inGo],
  ['types: web', 'tsc', ['-p', 'packages/web/tsconfig.json', ...oneChecker], inGo],
  ['dependency rules', 'node', ['scripts/check-deps.mjs']],
  ['format', 'oxfmt', ['--check']],
]

async function checkOne({ stage, tally }, check) {
  const { isGood, output } = await stage(...check)
  tally.check(isGood, check[0])
  if (!isGood) console.log(output)
}

async function checkAll(run, all) {
  for (const check of all) await checkOne(run, check)
}

/** Runs vitest and shows its output only if it fails, because the checks print theirs at the same time. */
async function vitest({ stage, tally, reports }, name, projects) {
  const file = join(reports, `vitest-${projects.join('-')}.json`)
  const args = ['run', ...projects.flatMap((one) => ['--project', one])]
  const reporters = ['--reporter=dot', `--reporter=${join(project, 'scripts/testing/vitest-tally.mjs')}`]
  const { isGood, output } = await stage(name, 'vitest', [...args, ...reporters], { env: { TALLY: file } })
  if (!isGood) console.log(output)
  tally.add(isGood, name, vitestReport(file))
}

async function browserTests({ stage, tally, reports, browser }, name, group) {
  const file = join(reports, `playwright-${group}.json`)
  const env = { CHROMIUM: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  const args = ['test', '--config', 'e2e', '--project', group, '--reporter=line,json']
  const { isGood } = await stage(name, 'playwright', args, { env, show: true })
  tally.add(isGood, name, playwrightReport(file))
}

/**
 * Measures the machine while nothing else runs.
 * @returns {Promise<number | undefined>} seconds; undefined if it failed
 */
async function speed({ stage, tally }) {
  const { isGood, output } = await stage('speed of this machine', 'node', [
    'scripts/speed.ts',
    String(REFERENCE.requests),
  ])
  tally.check(isGood, 'speed of this machine')
  if (!isGood) console.log(output)
  return isGood ? Number(output) : undefined
}

/**
 * The tiers. `quick` is `npm test`; `systems` are the tests that start third-party systems or whole processes again and
 * again, speak with other systems (directories, trackers, webhooks, file servers, their exports), wait for connections that
 * fall silent, go through all of the demo data, every screen, every cell of a table, every caller's rights or every lint
 * rule, or are not on the way of the main job: in the browser, undoing, and letters overtaken by other changes.
 * @returns the seconds measured for the machine, if there was a measurement
 */
export const tiers = {
  quick: async (run) => {
    const measured = await speed(run)
    // The tests wait now and then, and the checks use only one core at their end: together they keep both cores busy.
    await Promise.all([vitest(run, 'unit, API and screen tests', ['server', 'web', 'screens']), checkAll(run, checks)])
    await browserTests(run, 'browser tests', 'quick')
    return measured
  },
  systems: async (run) => {
    await checkAll(run, rareChecks)
    await vitest(run, 'tests with other systems', ['systems'])
    await browserTests(run, 'other browser tests', 'systems')
  },
}
