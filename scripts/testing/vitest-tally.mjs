import { writeFileSync } from 'node:fs'
import { failure } from './tally.mjs'

/**
 * Reporter that writes the numbers of tests, those that passed only on a retry, and those that failed, to the file named
 * in TALLY.
 */
export default class Tally {
  onTestRunEnd(modules) {
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
