/**
 * The whole check, on a machine with Node.js and npm only: packages and browser are installed where they are
 * missing, then every stage runs, named and timed. Ends with one line, `N passed, N failed`.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser } from './steps/browser.mjs'
import { findDirectory } from './steps/directory.mjs'
import { checkNode, install } from './steps/install.mjs'
import { project, run } from './steps/run.mjs'

const reports = join(project, '.cache/reports')
const tally = { passed: 0, failed: 0 }

/** Needs no other: two at a time, one per core of a small machine. The longest first. */
const checks = [
  ['lint', 'oxlint', []],
  ['unused code', 'knip', []],
  ['pages build', 'node', ['scripts/prepare.mjs']],
  ['types: contract, server', 'tsc', ['-p', 'tsconfig.json']],
  ['types: web', 'tsc', ['-p', 'packages/web/tsconfig.json']],
  ['row types against the migrations', 'node', ['scripts/db-types.ts', '--check']],
  ['dependency rules', 'node', ['scripts/check-deps.mjs']],
  ['the rules themselves', 'node', ['scripts/check-rules.mjs']],
  ['format', 'oxfmt', ['--check']],
]

async function timed(name, work) {
  const from = performance.now()
  const result = await work()
  const seconds = ((performance.now() - from) / 1000).toFixed(1)
  console.log(`${result.code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`)
  return result
}

async function check([name, command, args]) {
  const { code, output } = await timed(name, () => run(command, args))
  tally[code === 0 ? 'passed' : 'failed'] += 1
  if (code !== 0) console.log(output)
}

async function checkAll() {
  const waiting = [...checks]
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await check(next)
  }
  await Promise.all([lane(), lane()])
}

/** A test that did not run counts as failed; so does a runner that failed without naming a test. */
function count(code, { passed, failed, notRun }) {
  tally.passed += passed
  tally.failed += failed + notRun
  if (code !== 0 && failed + notRun === 0) tally.failed += 1
  if (notRun > 0) console.log(`${notRun} tests did not run`)
}

const readReport = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null)

async function unitTests() {
  const file = join(reports, 'vitest.json')
  const args = ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
  const { code } = await timed('unit and API tests', () => run('vitest', args, { show: true }))
  const report = readReport(file) ?? { numPassedTests: 0, numFailedTests: 0, numTotalTests: 0 }
  const { numPassedTests: passed, numFailedTests: failed, numTotalTests: total } = report
  count(code, { passed, failed, notRun: total - passed - failed })
}

async function browserTests(browser) {
  const file = join(reports, 'playwright.json')
  const env = { CHROMIUM: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  const args = ['test', '--config', 'e2e', '--reporter=line,json']
  const { code } = await timed('browser tests', () => run('playwright', args, { env, show: true }))
  const { expected, unexpected, flaky, skipped } = readReport(file)?.stats ?? {
    expected: 0,
    unexpected: 0,
    flaky: 0,
    skipped: 0,
  }
  count(code, { passed: expected + flaky, failed: unexpected, notRun: skipped })
}

checkNode()
await install()
const browser = await findBrowser()
await findDirectory()
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

await checkAll()
await unitTests()
await browserTests(browser)

console.log(`${tally.passed} passed, ${tally.failed} failed`)
if (tally.failed > 0) process.exitCode = 1
