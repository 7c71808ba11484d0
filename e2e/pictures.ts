import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PHONE, expect, test } from './fixtures.ts'
import type { Page, Who } from './fixtures.ts'
import { dataDir } from './playwright.config.ts'
import { letterOf, linkOf, newSentAgreement, states } from './agreement-states.ts'
import { findThings, screens, settle } from './screens.ts'
import type { Screen, Things } from './screens.ts'

/** Makes docs/pictures; this is not a test. Run by `npm run pictures`. */

const FOLDER = join(import.meta.dirname, '../docs/pictures')
const MOST_BYTES = 150 * 1024
const WIDE = { width: 1440, height: 900 }

/** Takes a WebP picture, which the browser can write itself: a third of the size of a PNG. */
async function take(page: Page, name: string) {
  const browser = await page.context().newCDPSession(page)
  const { data } = await browser.send('Page.captureScreenshot', { format: 'webp', quality: 82 })
  const picture = Buffer.from(data, 'base64')
  expect(picture.length, name).toBeLessThan(MOST_BYTES)
  await writeFile(join(FOLDER, `${name}.webp`), picture)
}

/** Keeps the path of the checkout and the port out of the pictures. */
async function hideOwnPlace(page: Page, baseURL: string) {
  await page.route('**/api/admin/settings', async (route) => {
    const response = await route.fetch()
    const body = (await response.text())
      .replaceAll(JSON.stringify(dataDir).slice(1, -1), '/var/lib/vypusk')
      .replaceAll(baseURL, 'https://vypusk.example.ru')
    await route.fulfill({ response, body })
  })
}

async function show(page: Page, { name, at, phone }: Screen, things: Things) {
  await page.goto(at(things))
  await settle(page)
  await take(page, name)
  if (!phone) return
  await page.setViewportSize(PHONE)
  await take(page, `${name}-phone`)
  await page.setViewportSize(WIDE)
}

const roles: (Who | null)[] = [null, 'manager', 'admin', 'client1']
for (const who of roles) {
  test(`pictures for ${who ?? 'nobody'}`, async ({ page, request, signIn, baseURL }) => {
    test.setTimeout(600_000)
    await hideOwnPlace(page, baseURL ?? '')
    await mkdir(FOLDER, { recursive: true })
    const things = await findThings(request)
    if (who) await signIn(who)
    for (const screen of screens.filter((each) => each.who === who)) await show(page, screen, things)
  })
}

test('the picture of the search over everything', async ({ page, signIn }) => {
  await signIn('manager')
  await settle(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('отчёт')
  await expect(page.getByRole('group', { name: 'Заявки' })).toBeVisible()
  await take(page, 'finding')
})

/** Takes a picture at desktop size and one at phone size. */
async function takeBoth(page: Page, name: string) {
  await settle(page)
  await take(page, name)
  await page.setViewportSize(PHONE)
  await settle(page)
  await take(page, `${name}-phone`)
  await page.setViewportSize(WIDE)
}

for (const [week, { name, title, make }] of states.entries()) {
  test(`pictures of an agreement: ${title}`, async ({ page, request, signIn }) => {
    const shown = await newSentAgreement(request, week)
    const firstLink = await linkOf(shown)
    await make(shown)
    const link = name === 'scope' ? await linkOf(shown) : firstLink
    await page.goto(link)
    await takeBoth(page, `agreement-${name}-client`)
    await signIn('manager', `/agreements/${shown.id}`)
    await takeBoth(page, `agreement-${name}-manager`)
  })
}

test('pictures of a letter’s link: truncated, and after answering', async ({ page, request }) => {
  const shown = await newSentAgreement(request, states.length)
  const link = await linkOf(shown, shown.person.email)
  await page.goto(link.slice(0, -5))
  await takeBoth(page, 'agreement-cut-client')
  await page.goto(link)
  await page.getByRole('button', { name: 'Согласовать', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Открыть релиз' })).toBeVisible()
  await takeBoth(page, 'agreement-answered-client')
})

test('pictures of the letter that asks for approval', async ({ page, request }) => {
  const letter = await letterOf(await newSentAgreement(request, states.length + 1))
  // A page to which the product's content security policy does not apply.
  await page.goto('about:blank')
  await page.setContent(letter)
  await takeBoth(page, 'agreement-letter')
  await page.emulateMedia({ colorScheme: 'dark' })
  await takeBoth(page, 'agreement-letter-dark')
})
