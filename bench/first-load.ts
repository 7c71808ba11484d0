import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { ms, row } from './measure.ts'
import { startServer } from './server.ts'

/**
 * Measures the first screens: kB on the wire, files and calls, and ms in a real browser – at the machine's own speed,
 * and with Fast 3G and a processor four times slower, for a first visit and for a repeated one. Also measures how long
 * it takes to switch between two screens that have been opened before.
 */

const PORT = 3913
const ROUNDS = 5
const CHANGES = 9
const SETTLES_MS = 1000
const RESULT = new URL('results/first-load.md', import.meta.url)
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']
const FAST_3G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 }
const SLOWER = { rate: 4 }

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const server = await startServer(PORT, { DATA_DIR: join(tmpdir(), 'vypusk-bench-20000'), DEMO: 'on' })
const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'].find((file) => existsSync(file)) ?? ''
const browser = await chromium.launch({ executablePath, args: FLAGS })

interface Fetched {
  js: number
  css: number
  fonts: number
  count: number
}

const fetched = (page: Page): Promise<Fetched> =>
  page.evaluate(`(() => {
    const all = performance.getEntriesByType('resource')
    const kB = (ending) =>
      all.filter(({ name }) => name.endsWith(ending)).reduce((sum, one) => sum + one.encodedBodySize, 0) / 1000
    return { js: kB('.js'), css: kB('.css'), fonts: kB('.woff2'), count: all.length }
  })()`)

/** What the page says once its text is drawn. */
const SEEN = 'the text is drawn'

/** Disables what is fetched when the browser is idle, which is not counted. */
const NEVER_IDLE = 'globalThis.requestIdleCallback = () => 0'

/**
 * Notes the frame in which the text is in the page, and says so once something has been painted: a program that looks
 * for it from outside would run scripts of its own meanwhile, and be measured with the page's.
 */
const watchFor = (text: string) => `(() => {
  const say = () => {
    if (performance.getEntriesByName('first-contentful-paint').length > 0) console.log('${SEEN}')
    else setTimeout(say, 5)
  }
  const look = () => {
    if (!document.body?.textContent.includes('${text}')) return void requestAnimationFrame(look)
    globalThis.seenAt = performance.now()
    say()
  }
  requestAnimationFrame(look)
})()`

/** When the text was drawn, in ms since the visit began: before there are styles, nothing is. */
const DRAWN_AT = `Math.max(globalThis.seenAt, performance.getEntriesByName('first-contentful-paint')[0].startTime)`

/** Opens an address and waits until the named text is on the screen. */
async function open(context: BrowserContext, { path, seen, whole }: Screen, isSlow: boolean) {
  const page = await context.newPage()
  await page.addInitScript(NEVER_IDLE)
  await page.addInitScript(watchFor(seen))
  if (isSlow) {
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', FAST_3G)
    await devtools.send('Emulation.setCPUThrottlingRate', SLOWER)
  }
  const isSeen = page.waitForEvent('console', (message) => message.text() === SEEN)
  await page.goto(`${server.url}${path}`, { waitUntil: 'commit' })
  await isSeen
  await page.getByText(whole).first().waitFor()
  const took = Number(await page.evaluate(DRAWN_AT))
  return { took, ...(await fetched(page)), page }
}

interface Screen {
  name: string
  path: string
  seen: string
  /** What the program shows when all of the screen has come: files and calls are counted then. */
  whole: string
  isSignedIn: boolean
}

const SCREENS: readonly Screen[] = [
  { name: 'sign-in', path: '/login', seen: 'Запомнить меня', whole: 'Версия', isSignedIn: false },
  { name: 'backlog, 20 000 requests', path: '/', seen: '1–50 из', whole: '1–50 из', isSignedIn: true },
]

const signIn = await browser.newContext()
const first = await signIn.newPage()
await first.goto(`${server.url}/login`)
await first.getByLabel('Логин').fill('manager')
await first.getByRole('textbox', { name: 'Пароль' }).fill('demo')
await first.getByRole('button', { name: 'Войти', exact: true }).click()
await first.waitForURL(`${server.url}/`)
await first.getByText('1–50 из').first().waitFor()
const storageState = await signIn.storageState()

const fresh = ({ isSignedIn }: Screen) => browser.newContext(isSignedIn ? { storageState } : {})

/** Measures a first visit and a repeated one. */
async function visits(screen: Screen, isSlow: boolean) {
  const context = await fresh(screen)
  const one = await open(context, screen, isSlow)
  await one.page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  const again = await open(context, screen, isSlow)
  await context.close()
  return { ...one, again: again.took }
}

const lines = [
  '# First load',
  '',
  `kB transferred, and files and calls until the screen is complete, on a first visit; ms until the named text is drawn, median of ${ROUNDS}: on the same 2 cores, and with simulated Fast 3G (1.44 Mbit/s, 562 ms) and the processor slowed down 4 times, on a first and on a repeated visit.`,
  '`node bench/first-load.ts` (after the web application is built)',
  '',
  row('screen', 'JS, kB', 'CSS, kB', 'fonts, kB', 'files and calls', 'ms', 'slow, ms', 'slow and repeated, ms'),
  row('---', '---:', '---:', '---:', '---:', '---:', '---:', '---:'),
]
for (const screen of SCREENS) {
  const [quick, slow]: Awaited<ReturnType<typeof visits>>[][] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    quick?.push(await visits(screen, false))
    slow?.push(await visits(screen, true))
  }
  const of = (part: 'took' | 'again' | keyof Fetched, rounds = quick) =>
    ms(middle((rounds ?? []).map((one) => one[part])))
  lines.push(
    row(screen.name, of('js'), of('css'), of('fonts'), of('count'), of('took'), of('took', slow), of('again', slow)),
  )
}

/** Returns the ms from clicking a link in the rail until the heading of its screen is drawn. */
const change = (page: Page, name: string): Promise<number> =>
  page.evaluate(`new Promise((resolve) => {
    const begun = performance.now()
    const watch = new MutationObserver(() => {
      if (document.querySelector('h1')?.textContent !== '${name}') return
      watch.disconnect()
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)))
    })
    watch.observe(document.body, { subtree: true, childList: true, characterData: true })
    const links = [...document.querySelectorAll('nav[aria-label="Разделы"] a')]
    links.find((link) => link.textContent.startsWith('${name}')).click()
  })`)

lines.push(
  '',
  'Switching between two visited screens by the navigation: ms from the click until the heading is drawn.',
  '',
)
lines.push(row('to', 'ms'), row('---', '---:'))
const took: Record<string, number[]> = { Релизы: [], Бэклог: [] }
for (let round = 0; round < CHANGES; round += 1)
  for (const name of Object.keys(took)) {
    took[name]?.push(await change(first, name))
    // Let the screen's own calls finish; waiting for an idle network is impossible because of the live event stream.
    await first.waitForTimeout(SETTLES_MS)
  }
for (const [name, times] of Object.entries(took)) lines.push(row(name, ms(middle(times.slice(1)))))
await writeFile(RESULT, `${lines.join('\n')}\n`)
process.stdout.write(`${lines.join('\n')}\n`)
await browser.close()
await server.stop()
