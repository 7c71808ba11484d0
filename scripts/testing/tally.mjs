import { existsSync, readFileSync } from 'node:fs'

/**
 * The report of a test runner; `failures` are the failed tests, each with the first line of its error.
 * @typedef {{ passed: number, failed: number, notRun: number, unstable: string[], failures: string[] }} Report
 */

export const nothing = { passed: 0, failed: 0, notRun: 0, unstable: [], failures: [] }

/** Failures named at the end of the run. More than these have one cause, and their output tells it. */
const NAMED = 20

// oxlint-disable-next-line no-control-regex -- the runners colour their messages
const COLOURS = /\u001B\[\d*(?:;\d+)*m/g

/** One line that says which test failed and why, short enough to be read where logs are cut. */
export function failure(file, title, message = '') {
  const [reason = ''] = message.replaceAll(COLOURS, '').split('\n')
  return `${file}: ${title}: ${reason}`.slice(0, 400)
}

/** @returns {Report} */
export const vitestReport = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : nothing)

const testsOf = (suite) => [
  ...(suite.suites ?? []).flatMap(testsOf),
  ...(suite.specs ?? []).flatMap(({ title, file, tests }) => tests.map((test) => ({ title, file, ...test }))),
]

/** Reads Playwright's report. @returns {Report} */
export function playwrightReport(file) {
  if (!existsSync(file)) return nothing
  const report = JSON.parse(readFileSync(file, 'utf8'))
  const { expected, unexpected, flaky, skipped } = report.stats
  const withStatus = (wanted) => testsOf(report).filter(({ status }) => status === wanted)
  return {
    passed: expected + flaky,
    failed: unexpected,
    notRun: skipped,
    unstable: withStatus('flaky').map((test) => `${test.file}: ${test.title}`),
    failures: withStatus('unexpected').map((test) =>
      failure(test.file, test.title, test.results.at(-1)?.errors[0]?.message),
    ),
  }
}

/**
 * Counts stages and tests. A test that did not run counts as failed, and so does a runner that failed without naming a
 * test.
 */
export function openTally() {
  const sum = { passed: 0, failed: 0 }
  const unstable = []
  const failures = []
  return {
    sum,
    unstable,
    failures: () => failures.slice(0, NAMED),
    check: (isGood, name) => {
      sum[isGood ? 'passed' : 'failed'] += 1
      if (!isGood) failures.push(name)
    },
    add: (isGood, name, report) => {
      sum.passed += report.passed
      sum.failed += report.failed + report.notRun
      unstable.push(...report.unstable)
      failures.push(...report.failures)
      if (!isGood && report.failed + report.notRun === 0) {
        sum.failed += 1
        failures.push(`${name}: the runner failed without naming a test`)
      }
      if (report.notRun > 0) console.log(`${report.notRun} tests did not run`)
    },
  }
}
