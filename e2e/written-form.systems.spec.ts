import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** The form of the sign-in, which is in the page before the program has come (docs/decisions/0125). */

test.describe('the form that is in the page', () => {
  const PROGRAM = '**/assets/index-*.js'

  /** Opens the sign-in and holds its program back. */
  async function openHeld(page: Page): Promise<() => void> {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(PROGRAM, async (route) => (await held, route.continue()))
    await page.goto('/login', { waitUntil: 'commit' })
    return release
  }

  test('takes what is typed before the program has come, and keeps it', async ({ otherWindow }) => {
    const page = await otherWindow()
    const release = await openHeld(page)
    const password = page.getByRole('textbox', { name: 'Пароль' })
    await expect(page.getByLabel('Логин')).toBeFocused()
    await page.keyboard.type('manager')
    await page.getByLabel('Запомнить меня').check()
    await password.fill('dem')
    await password.evaluate((field) => (field.dataset['seen'] = 'early'))
    release()
    await expect(page.getByText('Версия')).toBeVisible()
    await expect(page.getByLabel('Логин')).toHaveValue('manager')
    await expect(page.getByLabel('Запомнить меня')).toBeChecked()
    await expect(password).toBeFocused()
    // The very same field: its selection, its undo history and the password manager's marks stay.
    await expect(password).toHaveAttribute('data-seen', 'early')
    await page.keyboard.type('o')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Бэклог' })).toBeVisible()
  })

  test('is sent when the program has come', async ({ otherWindow }) => {
    const page = await otherWindow()
    const release = await openHeld(page)
    await page.getByLabel('Логин').fill('manager')
    await page.getByRole('textbox', { name: 'Пароль' }).fill('demo')
    await page.getByRole('button', { name: 'Войти', exact: true }).click()
    expect(new URL(page.url()).search).toBe('')
    release()
    await expect(page.getByRole('heading', { name: 'Бэклог' })).toBeVisible()
  })

  test('has the remembered login at once', async ({ otherWindow, baseURL }) => {
    const page = await otherWindow()
    await page.context().addCookies([{ name: 'saved_id', value: 'client1', url: baseURL! }])
    const release = await openHeld(page)
    const isFilled = async () => {
      await expect(page.getByLabel('Логин')).toHaveValue('client1')
      await expect(page.getByLabel('Запомнить меня')).toBeChecked()
      await expect(page.getByRole('textbox', { name: 'Пароль' })).toBeFocused()
    }
    await isFilled()
    release()
    await expect(page.getByText('Версия')).toBeVisible()
    await isFilled()
  })

  test('is not there for somebody who is signed in', async ({ openAs }) => {
    const page = await openAs('manager', '/notices')
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(PROGRAM, async (route) => (await held, route.continue()))
    await page.goto('/login', { waitUntil: 'commit' })
    await expect(page.locator('#frame')).toBeVisible()
    await expect(page.locator('form')).toHaveCount(0)
    release()
    await expect(page.getByRole('link', { name: 'Бэклог' })).toBeVisible()
  })

  test('looks the same before and after, in both themes', async ({ browser, baseURL }) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({ baseURL: baseURL!, colorScheme, serviceWorkers: 'block' })
      const page = await context.newPage()
      const refused: string[] = []
      page.on('console', (message) => message.type() === 'error' && refused.push(message.text()))
      const release = await openHeld(page)
      const card = page.locator('form')
      await expect(card).toBeVisible()
      await page.evaluate('document.fonts.ready.then(() => true)')
      const before = await card.screenshot({ caret: 'hide' })
      release()
      await expect(page.getByText('Версия')).toBeVisible()
      expect((await card.screenshot({ caret: 'hide' })).equals(before)).toBe(true)
      expect(refused).toEqual([])
      await context.close()
    }
  })
})
