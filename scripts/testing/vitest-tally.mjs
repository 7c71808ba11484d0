import { writeFileSync } from 'node:fs'

/** Reporter that writes the numbers of tests, and the tests that passed only on a retry, to the file named in TALLY. */
export default class Tally {
  onTestRunEnd(modules) {
    const tests = modules.flatMap((module) => [...module.children.allTests()].map((test) => ({ module, test })))
    const count = (...states) => tests.filter(({ test }) => states.includes(test.result().state)).length
    const unstable = tests.filter(({ test }) => test.diagnostic()?.flaky)
    const report = {
      passed: count('passed'),
      failed: count('failed'),
      notRun: count('skipped', 'pending'),
      unstable: unstable.map(({ module, test }) => `${module.relativeModuleId}: ${test.fullName}`),
    }
    writeFileSync(process.env.TALLY, JSON.stringify(report))
  }
}
