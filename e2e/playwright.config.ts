import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

const PORT = Number(process.env['E2E_PORT'] ?? 3190)
const root = join(import.meta.dirname, '..')
/** Made anew by each run; on its own port a run has its own. */
export const dataDir = join(root, '.cache', `e2e-${PORT}`)

/** What the demo is made with; the tests' own requests have higher numbers. */
export const DEMO_REQUESTS = 2000

/** Debian's, the quickest first; `npm test` finds others too. */
const browsers = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** Chromium without anything that calls out or needs a display. */
const quiet = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page of a test is over before a compiler that makes it quicker has paid for itself.
  '--js-flags=--no-opt,--no-maglev',
]

export default defineConfig({
  testDir: '.',
  outputDir: join(root, 'test-results'),
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  workers: 2,
  // A machine that stands still for a moment costs a second try, not the run; the report names the test as flaky.
  retries: process.env['CI'] ? 1 : 0,
  // Limits only end what waits for nothing: a machine whose cores are busy is slow, not wrong.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  // A page that is broken everywhere is known after a few of its tests, each of which waits to its limit.
  maxFailures: process.env['CI'] ? 10 : 0,
  reporter: 'line',
  use: {
    // A name and not a number: browsers keep passkeys by names.
    baseURL: `http://localhost:${PORT}`,
    // Without it a press of what never appears waits for as long as the whole test may take.
    actionTimeout: 60_000,
    navigationTimeout: 120_000,
    // The page comes from the server each time, but where a test asks how it is kept.
    serviceWorkers: 'block',
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    viewport: { width: 1440, height: 900 },
    // Nothing is tested of how things slide in, and each slide is waited for.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      // With the scrollbars that people have: what is a few pixels too wide shows.
      ignoreDefaultArgs: ['--hide-scrollbars'],
      executablePath: process.env['CHROMIUM'] ?? browsers.find(existsSync),
      args: quiet,
      // Without a UTF-8 locale Chromium saves a file of a Russian name as «download».
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    },
  },
  // The real thing: the built pages, the server, the embedded database with a small demo, all of it fresh.
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
      // Times are read by the reader's clock, which is the same here: tests say them as they were written.
      TZ: 'Europe/Moscow',
      // A few people do here in minutes what many do in a day.
      RATE_PEOPLE: '100000',
    },
  },
})
