import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

const PORT = Number(process.env['E2E_PORT'] ?? 3190)
const root = join(import.meta.dirname, '..')
/** Created by each run; runs on different ports have different folders. */
export const dataDir = join(root, '.cache', `e2e-${PORT}`)

/** The number of requests in the demo data; requests created by tests have higher numbers. */
export const DEMO_REQUESTS = 2000

/** Debian's browsers, the fastest first; `npm test` finds others too. */
const browsers = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/**
 * The quick tier has the tests on the way of the main job; all others, which take three quarters of the time, belong to
 * the second tier (`npm run test:systems`).
 */
const systems = '*.systems.spec.ts'

/** Flags that keep Chromium from using the network by itself or needing a display. */
const quiet = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The optimizing compilers cost more than they save: a test's page is closed too soon.
  '--js-flags=--no-opt,--no-maglev',
]

export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'quick', testIgnore: systems },
    { name: 'systems', testMatch: systems },
  ],
  outputDir: join(root, 'test-results'),
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  // Tests wait for pages now and then, so there is one worker more than CI has cores.
  workers: 3,
  // If the machine stalls for a moment, the test is retried instead of failing the run; the report calls it flaky.
  retries: process.env['CI'] ? 1 : 0,
  // Safety limits for tests that hang: a busy machine is slow, which is no failure.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  // If a page is completely broken, a few failed tests show it; each of them waits until its limit.
  maxFailures: process.env['CI'] ? 10 : 0,
  reporter: 'line',
  use: {
    // A host name, not an IP address: browsers store passkeys by name.
    baseURL: `http://localhost:${PORT}`,
    // Without it, a click on an element that never appears waits for the limit of the whole test.
    actionTimeout: 60_000,
    navigationTimeout: 120_000,
    // Pages come from the server each time, except in tests of the service worker.
    serviceWorkers: 'block',
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    viewport: { width: 1440, height: 900 },
    // No test is about animations, and each of them would have to be waited for.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      // Show scrollbars as people see them, so that elements a few pixels too wide are noticed.
      ignoreDefaultArgs: ['--hide-scrollbars'],
      executablePath: process.env['CHROMIUM'] ?? browsers.find(existsSync),
      args: quiet,
      // Without a UTF-8 locale Chromium saves a file with a Russian name as «download».
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    },
  },
  // The real product: the built pages, the server and the embedded database with small demo data, all newly created.
  webServer: {
    command: `rm -rf '${dataDir}' && node scripts/prepare.mjs && exec node e2e/serve.ts`,
    cwd: root,
    url: `http://127.0.0.1:${PORT}/api/health/ready`,
    timeout: 600_000,
    reuseExistingServer: Boolean(process.env['E2E_REUSE']),
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: {
      PORT: String(PORT),
      PUBLIC_URL: `http://localhost:${PORT}`,
      DATA_DIR: dataDir,
      DEMO: 'on',
      DEMO_REQUESTS: String(DEMO_REQUESTS),
      LOG_LEVEL: 'warn',
      // Times are shown in the reader's time zone, which is the same here, so tests can expect them as entered.
      TZ: 'Europe/Moscow',
      // In the tests a few people do within minutes as much as many people do in a day.
      RATE_PEOPLE: '100000',
    },
  },
})
