import { defineConfig } from 'vitest/config'

// Days are the process's own (docs/decisions/0006): the same in every place the tests run.
process.env['TZ'] = 'UTC'

export default defineConfig({
  test: {
    // The tests mostly wait for the database: one worker a core, where one less is usual.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'server',
          include: ['packages/{contract,server}/src/**/*.test.ts', 'bench/**/*.test.ts'],
          globalSetup: 'packages/server/src/testing/global-setup.ts',
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'web',
          include: ['packages/web/src/**/*.test.{ts,tsx}'],
        },
      },
    ],
  },
})
