import { expect, test as base } from '@playwright/test'
import type { APIRequestContext, Page } from '@playwright/test'
import { violationsOf } from './axe.ts'
import { SHIFTS, TOO_WIDE, type Shifts } from './layout.ts'
import { Tabs } from './tabs.ts'

export { expect }
export type { Page }

/** The demo sign-ins; all have the same password. */
export type Who = 'admin' | 'manager' | 'client1' | 'client2'
export const PASSWORD = 'demo'

/** Fills in the form of /login and submits it; the test itself checks which page follows. */
export async function fillSignIn(page: Page, login: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Логин').fill(login)
  await page.getByLabel('Пароль', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Войти' }).click()
}

const BACKLOG = { path: '/', heading: 'Бэклог' }
const REQUESTS = { path: '/clientRequests', heading: 'Мои заявки' }
const HOME: Record<Who, typeof BACKLOG> = { admin: BACKLOG, manager: BACKLOG, client1: REQUESTS, client2: REQUESTS }

interface Window {
  viewport?: { width: number; height: number }
}

interface Fixtures {
  /** Violations of the content security policy by the test's pages; the test fails if there are any. */
  breaches: string[]
  /**
   * Signs in without the sign-in screen and opens the page, or the person's home page when none is given. The screen
   * itself is tested in signin.spec.ts.
   */
  signIn: (who: Who, at?: string) => Promise<void>
  /** Opens a second window in which nobody is signed in; it is closed after the test. */
  otherWindow: (window?: Window) => Promise<Page>
  /** Opens a second window, signed in, at an address. */
  openAs: (who: Who, path: string, window?: Window) => Promise<Page>
  /**
   * Fails on anything axe finds, in the light and in the dark theme.
   * @param part a selector of the new part of a page that was checked before: axe takes longer the more it checks
   */
  expectAccessible: (part?: string) => Promise<void>
  /** Checks that nothing on the page scrolls sideways, except elements meant to. */
  expectNoSidewaysScroll: () => Promise<void>
  /** Checks that nothing drawn since the page was opened has moved. */
  expectStill: () => Promise<void>
}

const tokens = new Map<Who, Promise<string>>()

async function newToken(request: APIRequestContext, who: Who): Promise<string> {
  const signedIn = await request.post('/api/auth/login', { data: { login: who, password: PASSWORD } })
  const { access_token } = await signedIn.json()
  return access_token
}

/**
 * Returns a person's session, shared by all tests of a worker; a test that ends its session starts its own with the
 * form.
 */
function tokenFor(request: APIRequestContext, who: Who): Promise<string> {
  const token = tokens.get(who) ?? newToken(request, who)
  tokens.set(who, token)
  return token
}

/** Stores the session; runs in a page at the product's address. */
const beginSession = (token: string) => localStorage.setItem('vypusk.session', JSON.stringify({ token, user_id: null }))

async function enter(page: Page, who: Who, path: string): Promise<void> {
  await page.evaluate(beginSession, await tokenFor(page.request, who))
  await page.goto(path)
}

export const test = base.extend<Fixtures, { tabs: Tabs }>({
  tabs: [
    async ({ browser }, use, { project }) => {
      const { baseURL, locale, timezoneId, viewport, contextOptions } = project.use
      const tabs = new Tabs(browser, {
        baseURL,
        locale,
        timezoneId,
        viewport: viewport!,
        reducedMotion: contextOptions?.reducedMotion,
      })
      await use(tabs)
      await tabs.close()
    },
    { scope: 'worker' },
  ],
  breaches: [
    async ({ tabs }, use) => {
      await use(tabs.breaches)
      expect(tabs.breaches.splice(0), 'what a page brought in against its policy').toEqual([])
    },
    { auto: true },
  ],
  page: async ({ tabs }, use) => {
    const page = await tabs.take()
    await use(page)
    await tabs.giveBack(page)
  },
  context: async ({ page }, use) => {
    await use(page.context())
  },
  signIn: async ({ page }, use) => {
    await use(async (who, at) => {
      const { path, heading } = HOME[who]
      await enter(page, who, at ?? path)
      if (!at) await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    })
  },
  otherWindow: async ({ tabs }, use) => {
    const taken: Page[] = []
    await use(async ({ viewport } = {}) => {
      const page = await tabs.take()
      taken.push(page)
      if (viewport) await page.setViewportSize(viewport)
      return page
    })
    for (const page of taken) await tabs.giveBack(page)
  },
  openAs: async ({ otherWindow }, use) => {
    await use(async (who, path, window) => {
      const page = await otherWindow(window)
      await enter(page, who, path)
      return page
    })
  },
  expectAccessible: async ({ page }, use) => {
    await use(async (part) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
        expect(await violationsOf(page, colorScheme, part), colorScheme).toEqual([])
      }
    })
  },
  expectNoSidewaysScroll: async ({ page }, use) => {
    await use(async () => {
      await expect.poll(() => page.evaluate<string[]>(TOO_WIDE)).toEqual([])
    })
  },
  expectStill: async ({ page }, use) => {
    await use(async () => {
      const { sum, moved } = await page.evaluate<Shifts>(SHIFTS)
      // Normally it is under 0.02, which nobody sees; on a busy machine parts arrive in another order and some move a
      // little.
      expect(sum, moved.join('\n')).toBeLessThan(0.1)
    })
  },
})

/** The panel that opens beside a list: a part of a page for `expectAccessible`. */
export const PANEL = '[role=complementary], aside'
export const PHONE = { width: 390, height: 844 }
/** A window of 1280×1024 pixels at 400 %. */
export const ENLARGED = { width: 320, height: 256 }

/** Calls the API directly, to create the data a test needs. */
export async function apiOf(request: APIRequestContext, who: Who) {
  const headers = { Authorization: `Bearer ${await tokenFor(request, who)}` }
  return {
    get: async (path: string) => (await request.get(`/api${path}`, { headers })).json(),
    post: async (path: string, data: object) => (await request.post(`/api${path}`, { headers, data })).json(),
    remove: async (path: string) => (await request.delete(`/api${path}`, { headers })).json(),
  }
}
export type Api = Awaited<ReturnType<typeof apiOf>>
