import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Days depend on the process's time zone (docs/decisions/0006), so it is fixed for tests.
process.env['TZ'] = 'UTC'

/** Tests of the second tier (scripts/testing/tiers.mjs): `npm run test:systems`. */
const systems = '**/*.systems.test.ts'

/**
 * Safety limits for tests that hang; no machine is slow enough for a working test to reach them (testing/patience.ts),
 * and tests set no shorter limits of their own (the lint rule `house/own-limit`).
 */
const bounds = { testTimeout: 600_000, hookTimeout: 600_000 }

/** Configuration of all tests that need the database; the guard starts first and therefore ends last. */
const onDatabase = {
  globalSetup: ['scripts/testing/vitest-guard.mjs', 'packages/server/src/testing/global-setup.ts'],
  setupFiles: 'packages/server/src/testing/setup.ts',
  ...bounds,
  expect: { poll: { timeout: 120_000 } },
}

/**
 * Node.js itself imports the server's modules, as in production: it only strips their types. Vite would transform each
 * of them for each worker, a tenth of the whole run.
 */
const experimental = { viteModuleRunner: false, nodeLoader: false }

/** The tests of a worker share modules: loading the application again for each file took as long as the tests. */
const isolate = false

/**
 * Walks whose files are short but take half a minute: Vitest starts large files first, so that these would be left to one
 * worker at the end.
 */
const walks = ['prove/rights/rights.systems.test.ts', 'prove/fuzz/fuzz.test.ts']

class WalksFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isWalk = ({ moduleId }: TestSpecification) => walks.some((walk) => moduleId.endsWith(walk))
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's own method, which returns a new list
    const sorted = await super.sort(files)
    return [...sorted.filter(isWalk), ...sorted.filter((file) => !isWalk(file))]
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: WalksFirst },
    // The tests often wait for the database, so there is one worker more than there are cores.
    maxWorkers: availableParallelism() + 1,
    // If the machine stalls for a moment, the test is retried instead of failing the run; the summary names it.
    retry: process.env['CI'] ? 1 : 0,
    projects: [
      {
        test: {
          name: 'server',
          isolate,
          experimental,
          include: [
            'packages/{contract,server}/src/**/*.test.ts',
            'packages/web/build/*.test.ts',
            '{bench,prove,scripts}/**/*.test.ts',
          ],
          exclude: [systems],
          ...onDatabase,
        },
      },
      {
        test: {
          name: 'systems',
          experimental,
          include: [`{packages/server/src,prove,scripts}/${systems}`],
          ...onDatabase,
        },
      },
      {
        test: {
          name: 'web',
          isolate,
          include: ['packages/web/src/**/*.test.ts'],
          ...bounds,
        },
      },
      {
        test: {
          name: 'screens',
          isolate,
          environment: 'happy-dom',
          // The window of a desk, not of a tablet.
          environmentOptions: { happyDOM: { width: 1440, height: 900 } },
          include: ['packages/web/src/**/*.test.tsx'],
          setupFiles: 'packages/web/src/testing/setup.ts',
          ...bounds,
        },
      },
    ],
  },
})
