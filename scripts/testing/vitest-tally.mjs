import { writeFileSync } from 'node:fs'
import { failure, nothing } from './tally.mjs'

/** How often the tests that are running are written down. */
const NOTED_MS = 5000

/**
 * Reporter that writes the numbers of tests, those that passed only on a retry, and those that failed, to the file named
 * in TALLY. Until the end of the run the file names the files whose tests are running, so that a run that is ended, because
 * one of them hangs, tells which.
 */
export default class Tally {
  running = new Map()

  onTestRunStart() {
    this.noting = setInterval(() => this.noteRunning(), NOTED_MS)
    this.noting.unref()
  }

  onTestModuleStart({ relativeModuleId }) {
    this.running.set(relativeModuleId, '')
  }

  onTestCaseReady({ module, fullName }) {
    this.running.set(module.relativeModuleId, fullName)
  }

  onTestModuleEnd({ relativeModuleId }) {
    this.running.delete(relativeModuleId)
  }

  noteRunning() {
    const failures = [...this.running].map(([file, title]) =>
      failure(file, title, 'was running when the run was ended'),
    )
    writeFileSync(process.env.TALLY, JSON.stringify({ ...nothing, failed: failures.length, failures }))
  }

  onTestRunEnd(modules) {
    clearInterval(this.noting)
    const tests = modules.flatMap((module) => [...module.children.allTests()].map((test) => ({ module, test })))
    const inState = (...states) => tests.filter(({ test }) => states.includes(test.result().state))
    const count = (...states) => inState(...states).length
    const unstable = tests.filter(({ test }) => test.diagnostic()?.flaky)
    const report = {
      passed: count('passed'),
      failed: count('failed'),
      notRun: count('skipped', 'pending'),
      unstable: unstable.map(({ module, test }) => `${module.relativeModuleId}: ${test.fullName}`),
      failures: inState('failed').map(({ module, test }) =>
        failure(module.relativeModuleId, test.fullName, test.result().errors[0]?.message),
      ),
    }
    writeFileSync(process.env.TALLY, JSON.stringify(report))
  }
}
