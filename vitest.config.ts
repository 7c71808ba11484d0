import { defineConfig } from 'vitest/config'

// Days are the process's own (docs/decisions/0006): the same in every place the tests run.
process.env['TZ'] = 'UTC'

/** Start systems of others, which Debian has: `npm run test:systems`. */
const systems = '**/*.systems.test.ts'

/**
 * They only end what waits for nothing: no machine is so busy that a test comes near them (testing/patience.ts), and a
 * test sets no shorter ones of its own (the lint `house/own-limit`).
 */
const bounds = { testTimeout: 600_000, hookTimeout: 600_000 }

/** What everything that needs the database has; the guard comes first, and so ends last. */
const onDatabase = {
  globalSetup: ['scripts/testing/vitest-guard.mjs', 'packages/server/src/testing/global-setup.ts'],
  setupFiles: 'packages/server/src/testing/setup.ts',
  ...bounds,
  expect: { poll: { timeout: 120_000 } },
}

/** The tests of a worker share the modules: loading the application anew for each file took as long as the tests. */
const isolate = false

export default defineConfig({
  test: {
    // The tests mostly wait for the database: one worker a core, where one less is usual.
    maxWorkers: '100%',
    // A machine that stands still for a moment costs a second try, not the run; the closing lines name the test.
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
          include: [`{packages/server/src,scripts}/${systems}`],
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
