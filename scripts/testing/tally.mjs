import { existsSync, readFileSync } from 'node:fs'

/**
 * The report of a test runner. @typedef {{ passed: number, failed: number, notRun: number, unstable: string[] }} Report
 */

export const nothing = { passed: 0, failed: 0, notRun: 0, unstable: [] }

/** @returns {Report} */
export const vitestReport = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : nothing)

const testsOf = (suite) => [
  ...(suite.suites ?? []).flatMap(testsOf),
  ...(suite.specs ?? []).flatMap(({ title, file, tests }) => tests.map(({ status }) => ({ title, file, status }))),
]

/** Reads Playwright's report. @returns {Report} */
export function playwrightReport(file) {
  if (!existsSync(file)) return nothing
  const report = JSON.parse(readFileSync(file, 'utf8'))
  const { expected, unexpected, flaky, skipped } = report.stats
  const unstable = testsOf(report).filter(({ status }) => status === 'flaky')
  return {
    passed: expected + flaky,
    failed: unexpected,
    notRun: skipped,
    unstable: unstable.map((test) => `${test.file}: ${test.title}`),
  }
}

/**
 * Counts stages and tests. A test that did not run counts as failed, and so does a runner that failed without naming a
 * test.
 */
export function openTally() {
  const sum = { passed: 0, failed: 0 }
  const unstable = []
  return {
    sum,
    unstable,
    check: (isGood) => void (sum[isGood ? 'passed' : 'failed'] += 1),
    add: (isGood, report) => {
      sum.passed += report.passed
      sum.failed += report.failed + report.notRun
      unstable.push(...report.unstable)
      if (!isGood && report.failed + report.notRun === 0) sum.failed += 1
      if (report.notRun > 0) console.log(`${report.notRun} tests did not run`)
    },
  }
}
