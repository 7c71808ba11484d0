import type { Browser, BrowserContextOptions, Page, ViewportSize } from '@playwright/test'

/**
 * Tabs that are reused by several tests. A new tab fetches and compiles every script of the pages again, which takes
 * longer than most tests; an emptied one keeps only those scripts.
 */

/** A page at the product's address that makes no calls. */
const BLANK = '/api/health/live'

const forget = () => {
  localStorage.clear()
  sessionStorage.clear()
}

/** Makes a page report violations of its content security policy on the console. */
const TELL_OF_BREACHES = `addEventListener('securitypolicyviolation', (breach) =>
  console.error('policy:', breach.effectiveDirective, breach.blockedURI, breach.sourceFile, breach.lineNumber))`

/** Events a test may have listened to. */
const EVENTS = ['dialog', 'request', 'response', 'download', 'filechooser'] as const

/** The part of the configuration that a tab is opened with. */
export type Settings = Pick<BrowserContextOptions, 'baseURL' | 'locale' | 'timezoneId' | 'reducedMotion'> & {
  viewport: ViewportSize
}

type Added = Awaited<ReturnType<Page['addInitScript']>>
const added = new WeakMap<Page, Added[]>()

/** Runs a script in every page that the tab opens until the end of the test. */
export async function inEachPage(page: Page, content: string): Promise<void> {
  added.set(page, [...(added.get(page) ?? []), await page.addInitScript({ content })])
}

/** Resets a tab to the state of a newly opened one. */
async function empty(page: Page, { viewport, reducedMotion }: Settings): Promise<void> {
  const context = page.context()
  for (const other of context.pages()) if (other !== page) await other.close()
  await Promise.all([context.setOffline(false), page.unrouteAll({ behavior: 'ignoreErrors' })])
  for (const event of EVENTS) page.removeAllListeners(event)
  for (const script of added.get(page) ?? []) await script.dispose()
  added.delete(page)
  // Also at another address, if the test ended there.
  if (page.url().startsWith('http')) await page.evaluate(forget)
  await page.goto(BLANK)
  await page.evaluate(forget)
  await page.mouse.move(-1, -1)
  await page.emulateMedia({ media: null, colorScheme: 'light', reducedMotion })
  await page.setViewportSize(viewport)
  await Promise.all([context.clearPermissions(), context.clearCookies()])
}

/** The tabs of a worker: the tests' own tab and the second windows. */
export class Tabs {
  /** Violations of the content security policy reported by pages. */
  readonly breaches: string[] = []
  private readonly idle: Page[] = []
  private readonly browser: Browser
  private readonly settings: Settings

  constructor(browser: Browser, settings: Settings) {
    this.browser = browser
    this.settings = settings
  }

  async take(): Promise<Page> {
    return this.idle.shift() ?? (await this.open())
  }

  async giveBack(page: Page): Promise<void> {
    if (page.isClosed()) return page.context().close()
    await empty(page, this.settings)
    this.idle.unshift(page)
  }

  async close(): Promise<void> {
    await Promise.all(this.idle.map((page) => page.context().close()))
  }

  private async open(): Promise<Page> {
    const context = await this.browser.newContext(this.settings)
    await context.addInitScript({ content: TELL_OF_BREACHES })
    context.on('console', (message) => {
      if (message.text().startsWith('policy:')) this.breaches.push(message.text())
    })
    const page = await context.newPage()
    await page.goto(BLANK)
    return page
  }
}
