import { expect } from '@playwright/test'
import { sentAgreement } from './agreements-data.ts'
import { startFirefox } from './browsers/firefox.ts'
import { startWebkit } from './browsers/webkit.ts'
import type { DrivenBrowser } from './browsers/driven.ts'
import { apiOf, PASSWORD, test } from './fixtures.ts'
import { freeRequests } from './releases-data.ts'
import { inEachPage } from './tabs.ts'

/**
 * The other engines that people have: Firefox's, and that of Safari and of every browser of an iPhone. All other tests
 * run in Chromium.
 */
const BROWSERS = { Firefox: startFirefox, WebKit: startWebkit }

/** A button or a link by its text. */
const named = (text: string) =>
  `[...document.querySelectorAll('button, a')].find((one) => one.textContent.trim() === '${text}')`

/** Types into a field as a person does, as far as React can tell. */
const typed = (selector: string, text: string) => `(() => {
  const field = document.querySelector('${selector}')
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, '${text}')
  field.dispatchEvent(new Event('input', { bubbles: true }))
})()`

/** Notes the size of what is saved as a file instead of saving it. */
const NOTE_SAVED = `(() => {
  let size = 0
  URL.createObjectURL = (blob) => {
    size = blob.size
    return 'blob:'
  }
  HTMLAnchorElement.prototype.click = function () {
    globalThis.saved = { name: this.download, isEmpty: size === 0 }
  }
})()`

/** Whether the mark of the connection says that changes are followed. */
const IS_FOLLOWING = `document.querySelector('[data-state=on]') !== null`

/** The texts of the page, with what its fields hold. */
const ALL_TEXT = `[document.body, ...document.querySelectorAll('input, textarea')]
  .map((one) => one.value ?? one.textContent).join('\\n')`

const shows = (browser: DrivenBrowser, text: string) =>
  expect.poll(() => browser.run('document.body.textContent'), text).toContain(text)

/** Presses a button or a link as soon as it is there. */
const press = (browser: DrivenBrowser, text: string) => {
  const pressed = `(() => {
    const found = ${named(text)}
    found?.click()
    return found !== undefined
  })()`
  return expect.poll(() => browser.run(pressed), text).toBe(true)
}

async function signIn(browser: DrivenBrowser, baseURL: string) {
  await browser.open(`${baseURL}/login`)
  await browser.run(typed('input:not([type=checkbox], [type=password])', 'manager'))
  await browser.run(typed('input[type=password]', PASSWORD))
  await press(browser, 'Войти')
  await shows(browser, '1–50 из')
}

test('a browser of before 2024 is told so, above the screens', async ({ page, signIn: enter }) => {
  const warning = page.getByText('Браузер устарел')
  await enter('manager')
  await expect(warning).toBeHidden()
  await inEachPage(page, 'delete Map.groupBy')
  await enter('manager', '/')
  await expect(warning).toBeVisible()
})

for (const [name, start] of Object.entries(BROWSERS)) {
  test.describe(name, () => {
    let browser: DrivenBrowser
    test.beforeAll(async () => {
      browser = await start()
    })
    test.afterAll(() => browser.close())

    test(`follows what others change, and saves a workbook, in ${name}`, async ({ baseURL, request }) => {
      await signIn(browser, baseURL ?? '')
      const admin = await apiOf(request, 'admin')
      const [request_id] = await freeRequests(admin, 1)
      await browser.open(`${baseURL}/?open=${request_id}`)
      await expect.poll(() => browser.run(IS_FOLLOWING)).toBe(true)
      const title = `Изменено для ${name} ${request_id}`
      await admin.post('/backlog-requests-save', { request_id, title })
      await expect.poll(() => browser.run(ALL_TEXT)).toContain(title)
      await browser.run(NOTE_SAVED)
      await press(browser, 'Excel')
      await expect
        .poll(() => browser.run('globalThis.saved'))
        .toEqual({ name: 'backlog_requests.xlsx', isEmpty: false })
    })

    test(`opens the page of a letter, and agrees, in ${name}`, async ({ baseURL, request }) => {
      const { path, title, detail } = await sentAgreement(request)
      await browser.open(`${baseURL}${path}`)
      await shows(browser, `Установить релиз «${title}»?`)
      await press(browser, 'Согласовать')
      await expect.poll(async () => (await detail()).status).toBe(2)
      await shows(browser, 'Согласовано')
    })
  })
}
