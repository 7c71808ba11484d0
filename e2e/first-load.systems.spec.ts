import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { openFront } from './front.ts'
import { inEachPage } from './tabs.ts'

/** How much is fetched for the first screen, and what the browser keeps of it (docs/decisions/0094). */

interface Fetched {
  /** Files, calls and pictures. */
  count: number
  /** Size of the scripts, compressed, in kB. */
  scripts: number
  styles: number
  fonts: number
}

/** Returns what the page has fetched so far. */
const fetched = (page: Page): Promise<Fetched> =>
  page.evaluate(`(() => {
    const all = performance.getEntriesByType('resource')
    const kB = (ending) =>
      all.filter(({ name }) => name.endsWith(ending)).reduce((sum, one) => sum + one.encodedBodySize, 0) / 1000
    return { count: all.length, scripts: kB('.js'), styles: kB('.css'), fonts: kB('.woff2') }
  })()`)

/** Disables what is fetched when the browser is idle (docs/decisions/0124): that is not part of the first screen. */
const NEVER_IDLE = 'globalThis.requestIdleCallback = () => 0'

test('the first screens fetch no more than before', async ({ otherWindow, openAs }) => {
  const signIn = await otherWindow()
  await inEachPage(signIn, NEVER_IDLE)
  await signIn.goto('/login')
  // Shown by the program; the form is in the page itself.
  await expect(signIn.getByText('Версия')).toBeVisible()
  const first = await fetched(signIn)
  expect(first.scripts).toBeLessThan(110)
  expect(first.styles).toBeLessThan(48)
  expect(first.fonts).toBeLessThan(40)
  expect(first.count).toBeLessThan(12)
  const backlog = await openAs('manager', '/notices')
  await inEachPage(backlog, NEVER_IDLE)
  await backlog.goto('/')
  await expect(backlog.getByRole('row').nth(1)).toBeVisible()
  const { scripts, count } = await fetched(backlog)
  expect(scripts).toBeLessThan(230)
  expect(count).toBeLessThanOrEqual(25)
})

test('the functions of the first files are compiled while these are fetched', async ({ page, signIn }) => {
  const files: string[] = []
  page.on('response', (response) => {
    if (/\/(index|program|frame|backlog)-[^/]+\.js$/.test(response.url())) files.push(response.url())
  })
  await signIn('manager', '/')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  expect(new Set(files).size).toBe(4)
  for (const file of files) {
    const reply = await page.request.get(file)
    expect(await reply.text()).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
  }
})

/** Counts the times that an empty table was drawn, with bars for what has not come. */
const COUNT_EMPTY = `(() => {
  globalThis.empty = 0
  const look = () => (globalThis.empty += document.querySelectorAll('tbody[aria-hidden] tr').length > 0 ? 1 : 0)
  new MutationObserver(look).observe(document, { subtree: true, childList: true })
})()`

test('a list is drawn once, with its rows, when these have come before the program', async ({ openAs }) => {
  const page = await openAs('manager', '/notices')
  await inEachPage(page, COUNT_EMPTY)
  const answered: string[] = []
  const early = ['/api/auth/first-reads', '/api/backlog/get-summary', '/api/backlog/get-filters']
  page.on('response', (response) => answered.push(new URL(response.url()).pathname))
  await page.route('**/assets/index-*.js', async (route) => {
    await expect.poll(() => early.filter((address) => !answered.includes(address))).toEqual([])
    await route.continue()
  })
  await page.goto('/')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  expect(await page.evaluate('globalThis.empty')).toBe(0)
})

/** Counts how often a table has been laid out to measure its cells. */
const COUNT_MEASURED = `(() => {
  globalThis.measured = 0
  const count = (records) => (globalThis.measured += records.filter(({ oldValue }) => oldValue === null).length)
  const observed = { subtree: true, attributes: true, attributeFilter: ['data-measured'], attributeOldValue: true }
  new MutationObserver(count).observe(document, observed)
})()`

test('cells that were measured on one visit are not measured on the next', async ({ page, signIn }) => {
  await inEachPage(page, COUNT_MEASURED)
  await signIn('manager', '/')
  const widths = () => page.locator('col').evaluateAll('columns => columns.map(({ style }) => style.width)')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect.poll(() => page.evaluate('globalThis.measured')).toBe(1)
  const before = await widths()
  await page.reload()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  expect(await widths()).toEqual(before)
  expect(await page.evaluate('globalThis.measured')).toBe(0)
  await page.evaluate(
    `localStorage.setItem('vypusk.widths', JSON.stringify({ for: 'yesterday', needs: {}, total: 1 }))`,
  )
  await page.reload()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect.poll(() => page.evaluate('globalThis.measured')).toBe(1)
  expect(await widths()).toEqual(before)
})

test('a part loaded after the first screen can be opened by its key before it has loaded', async ({ openAs }) => {
  const page = await openAs('manager', '/notices')
  await inEachPage(page, NEVER_IDLE)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/ShownDialogs-*.js', async (route) => (await held, route.continue()))
  await page.goto('/')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  const fetching = page.waitForRequest('**/assets/ShownDialogs-*.js')
  await page.keyboard.press('Control+KeyK')
  await fetching
  release()
  await expect(page.getByRole('dialog', { name: 'Поиск по всему' })).toBeVisible()
})

test('a person who signs in in a new browser gets to the first screen', async ({ otherWindow }) => {
  const page = await otherWindow()
  await page.goto('/login')
  await page.getByLabel('Логин').fill('manager')
  await page.getByRole('textbox', { name: 'Пароль' }).fill('demo')
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Бэклог' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')
})

test('an outline is shown until the screen has loaded', async ({ page, signIn }) => {
  await signIn('manager', '/releases')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/releases/get-summary', async (route) => (await held, route.continue()))
  await page.route('**/assets/index-*.js', async (route) => (await held, route.continue()))
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('#frame')).toBeVisible()
  release()
  await expect(page.getByRole('heading', { name: 'Релизы' })).toBeVisible()
  await expect(page.locator('#frame')).toHaveCount(0)
})

test('a part that failed to load is loaded when the connection is back', async ({ page, signIn }) => {
  await signIn('manager', '/releases')
  const lost = ['**/assets/PlanningPage-*.js', '**/build.txt']
  await Promise.all(lost.map((file) => page.route(file, (route) => route.abort('internetdisconnected'))))
  const fetching = page.waitForRequest('**/assets/PlanningPage-*.js')
  await page.getByRole('link', { name: 'Планирование' }).click()
  await fetching
  await page.unrouteAll({ behavior: 'wait' })
  await expect(page.getByRole('heading', { name: 'Планирование' })).toBeVisible()
})

test('the page kept in the browser opens at once, and is replaced by a newer build', async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'allow' })
  const page = await context.newPage()
  await page.goto('/login')
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  expect(await (await page.request.get('/build.txt')).text()).toMatch(/^[0-9a-f]{16}$/)

  const kept = await page.goto('/login')
  expect(kept?.fromServiceWorker()).toBe(true)
  await expect(page.getByRole('button', { name: 'Войти' })).toBeVisible()

  await page.route('**/build.txt', (route) => route.fulfill({ body: '0123456789abcdef' }))
  await page.goto('/login', { waitUntil: 'commit' })
  // Between the two pages evaluate fails, as there is no page.
  const reloadedAt = () => page.evaluate("sessionStorage.getItem('vypusk.reloaded')").catch(() => null)
  await expect.poll(reloadedAt).not.toBeNull()
  await expect(page.getByRole('button', { name: 'Войти' })).toBeVisible()
  await context.close()
})

test.describe('behind a proxy that signs people in', () => {
  const SIGN_IN = '<title>Вход в сеть компании</title>'
  const answers = {
    'with a page': [200, {}],
    'with a refusal': [401, {}],
    'by sending elsewhere': [302, { location: 'http://127.0.0.1:9/' }],
  } as const
  for (const [how, [status, headers]] of Object.entries(answers)) {
    test(`the proxy’s page is shown ${how}, and is not kept`, async ({ browser, baseURL }) => {
      const front = await openFront(baseURL!)
      const context = await browser.newContext({ baseURL: front.url, serviceWorkers: 'allow' })
      const page = await context.newPage()
      await page.goto('/login')
      await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
      const isKept = () => page.evaluate("caches.match('/').then(Boolean)").catch(() => null)
      await expect.poll(isKept).toBe(true)

      front.answer = (response) =>
        response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(SIGN_IN)
      await page.goto('/login', { waitUntil: 'commit' })
      if (status === 302) await expect.poll(() => page.url()).toMatch(/^chrome-error|127\.0\.0\.1:9/)
      else await expect(page).toHaveTitle('Вход в сеть компании')

      front.answer = undefined
      await page.goto('/login')
      await expect(page.getByRole('button', { name: 'Войти' })).toBeVisible()
      await context.close()
      front.close()
    })
  }

  test('other applications at the address are not taken for a screen', async ({ browser, baseURL }) => {
    const front = await openFront(baseURL!)
    const context = await browser.newContext({ baseURL: front.url, serviceWorkers: 'allow' })
    const page = await context.newPage()
    await page.goto('/login')
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
    front.answer = (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Charts</title>')
    await page.goto('/charts/daily')
    await expect(page).toHaveTitle('Charts')
    await context.close()
    front.close()
  })
})

test('a failure to load the program is reported, and it is loaded when the connection is back', async ({
  otherWindow,
}) => {
  const page = await otherWindow()
  await page.route('**/assets/index-*.js', (route) => route.abort('internetdisconnected'))
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(page.getByText('Связь с сервером прервалась')).toBeVisible()
  await page.unroute('**/assets/index-*.js')
  await expect(page.getByRole('button', { name: 'Войти' })).toBeVisible()
})
