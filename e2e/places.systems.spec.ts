import { expect, test } from './fixtures.ts'
import type { Page } from './fixtures.ts'
import { rows } from './lists.ts'

/** A low window, in which even a few rows have to be scrolled. */
const LOW = { width: 1440, height: 520 }

const LIST = 'AgreementsTable'

const scroller = (page: Page, name: string) => page.locator(`[data-place="${name}"]`)
const topOf = (page: Page, name: string) => scroller(page, name).evaluate((element) => element.scrollTop)
const scrollTo = (page: Page, name: string, top: number) =>
  scroller(page, name).evaluate((element, wanted) => element.scrollTo(0, wanted), top)

test.describe('going back', () => {
  test.use({ viewport: LOW })

  test('restores a list as it was left: its scroll position, the selected rows, the focused row', async ({
    page,
    signIn,
  }) => {
    await signIn('manager', '/agreements?view=list')
    await expect(rows(page).nth(5)).toBeVisible()
    await page
      .getByRole('checkbox', { name: /^Отметить запись/ })
      .nth(1)
      .check()
    await scrollTo(page, LIST, 150)
    const row = rows(page).nth(7)
    const index = await row.getAttribute('data-index')
    await row.focus()
    const top = await topOf(page, LIST)
    expect(top).toBeGreaterThan(0)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/agreements\/\d+/)
    await page.goBack()
    await expect.poll(() => topOf(page, LIST)).toBe(top)
    await expect(page.locator(`tr[data-index="${index}"]`)).toBeFocused()
    await expect(page.getByRole('toolbar').getByText('1')).toBeVisible()

    // Also after a reload, which clears the page's memory.
    await page.reload()
    await expect.poll(() => topOf(page, LIST)).toBe(top)
  })

  test('restores the matrix and its focused link', async ({ page, signIn }) => {
    await page.setViewportSize({ ...LOW, height: 340 })
    await signIn('manager', '/agreements?view=matrix')
    await expect(scroller(page, 'matrix')).toBeVisible()
    await scrollTo(page, 'matrix', 80)
    const link = scroller(page, 'matrix').getByRole('link').last()
    await link.focus()
    const href = await link.getAttribute('href')
    const top = await topOf(page, 'matrix')
    expect(top).toBeGreaterThan(0)
    await page.keyboard.press('Enter')
    await expect(scroller(page, 'matrix')).toBeHidden()
    await page.goBack()
    await expect.poll(() => topOf(page, 'matrix')).toBe(top)
    await expect(scroller(page, 'matrix').locator(`a[href="${href}"]`).first()).toBeFocused()
  })

  test('starts a newly opened screen at its top', async ({ page, signIn }) => {
    await signIn('manager', '/releases?view=table')
    await expect(rows(page).nth(5)).toBeVisible()
    await scrollTo(page, 'ReleasesTable', 150)
    await page.getByRole('navigation', { name: 'Разделы' }).getByRole('link', { name: 'Бэклог' }).click()
    await page.getByRole('navigation', { name: 'Разделы' }).getByRole('link', { name: 'Релизы' }).click()
    await expect(rows(page).nth(5)).toBeVisible()
    expect(await topOf(page, 'ReleasesTable')).toBe(0)
  })
})
