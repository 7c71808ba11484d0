import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

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

/** The tests of a worker share modules: loading the application again for each file took as long as the tests. */
const isolate = false

export default defineConfig({
  test: {
    // The tests often wait for the database, so there is one worker more than there are cores.
    maxWorkers: availableParallelism() + 1,
    // If the machine stalls for a moment, the test is retried instead of failing the run; the summary names it.
    retry: process.env['CI'] ? 1 : 0,
    projects: [
      {
        test: {
          name: 'server',
          isolate,
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
          include: ['packages/web/src/**/*.test.tsx'],
          setupFiles: 'packages/web/src/testing/setup.ts',
          ...bounds,
        },
      },
    ],
  },
})
