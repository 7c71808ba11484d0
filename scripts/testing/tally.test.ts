import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'

interface Report {
  passed: number
  failed: number
  notRun: number
  unstable: string[]
  failures: string[]
}
interface Tally {
  sum: { passed: number; failed: number }
  failures: () => string[]
  check: (isGood: boolean, name: string) => void
  add: (isGood: boolean, name: string, report: Report) => void
}
interface Module {
  failure: (file: string, title: string, message?: string) => string
  nothing: Report
  openTally: () => Tally
}
const { failure, nothing, openTally }: Module = await import(new URL('tally.mjs', import.meta.url).href)

interface Reporter {
  onTestModuleStart: (module: { relativeModuleId: string }) => void
  onTestCaseReady: (test: { module: { relativeModuleId: string }; fullName: string }) => void
  onTestModuleEnd: (module: { relativeModuleId: string }) => void
  noteRunning: () => void
}
const { default: VitestTally }: { default: new () => Reporter } = await import(
  new URL('vitest-tally.mjs', import.meta.url).href
)

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

test('a failure is one line with the first line of the error, without colours', () => {
  const line = failure('a.test.ts', 'adds', '\u001B[31mexpected 1\u001B[39m to be 2\n\n- 1\n+ 2')
  expect(line).toBe('a.test.ts: adds: expected 1 to be 2')
  expect(failure('a.test.ts', 'adds', 'x'.repeat(1000))).toHaveLength(400)
})

test('every failure is named: of tests, of checks, and of a runner that named none', () => {
  const tally = openTally()
  tally.check(true, 'format')
  tally.check(false, 'lint')
  tally.add(false, 'unit', { ...nothing, passed: 3, failed: 1, failures: ['a.test.ts: adds: expected 1'] })
  tally.add(false, 'browser', { ...nothing, passed: 2 })
  expect(tally.sum).toEqual({ passed: 6, failed: 3 })
  expect(tally.failures()).toEqual([
    'lint',
    'a.test.ts: adds: expected 1',
    'browser: the runner failed without naming a test',
  ])
})

test('tests that did not run count as failures and are told', () => {
  const told = vi.spyOn(console, 'log').mockReturnValue()
  const tally = openTally()
  tally.add(true, 'unit', { ...nothing, passed: 1, notRun: 2 })
  expect(tally.sum).toEqual({ passed: 1, failed: 2 })
  expect(told).toHaveBeenCalledWith('2 tests did not run')
})

test('no more than twenty failures are named', () => {
  const tally = openTally()
  for (let one = 0; one < 30; one += 1) tally.check(false, `check ${one}`)
  expect(tally.failures()).toHaveLength(20)
  expect(tally.sum.failed).toBe(30)
})

test('until a run ends, its report names the tests that are running', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tally-'))
  const file = join(folder, 'report.json')
  vi.stubEnv('TALLY', file)
  const [done, hanging] = [{ relativeModuleId: 'a.test.ts' }, { relativeModuleId: 'b.test.ts' }]
  const reporter = new VitestTally()
  for (const module of [done, hanging]) reporter.onTestModuleStart(module)
  reporter.onTestCaseReady({ module: hanging, fullName: 'waits' })
  reporter.onTestModuleEnd(done)
  reporter.noteRunning()
  const tally = openTally()
  tally.add(false, 'unit', JSON.parse(readFileSync(file, 'utf8')) as Report)
  expect(tally.failures()).toEqual(['b.test.ts: waits: was running when the run was ended'])
  rmSync(folder, { recursive: true })
})
