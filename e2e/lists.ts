import { expect } from './fixtures.ts'
import type { Locator } from '@playwright/test'
import type { Page } from './fixtures.ts'

/** Locators for the parts that every list screen has, by role and name. */

const DAYS_MS = 2 * 24 * 3600 * 1000
/**
 * Narrows a list of requests to those of the demo data, for tests that count rows or refer to one by its position:
 * requests that other tests create meanwhile are dated today.
 */
export const demoOnly = `date_to=${new Date(Date.now() - DAYS_MS).toISOString().slice(0, 10)}`

export const grid = (page: Page) => page.getByRole('grid')
/** Rows with data, without the header row. */
export const rows = (page: Page) => grid(page).locator('tbody').getByRole('row')
export const filter = (page: Page, name: string) =>
  page.getByRole('search', { name: 'Фильтры' }).getByRole('button', { name, exact: true })
/** «1–50 из 2 000». */
export const position = (page: Page) => page.locator('footer').getByRole('status').filter({ hasText: ' из ' })
/** Returns the token of the person signed in on the page. */
export const tokenOf = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('vypusk.session') ?? '{}').token as string)

/**
 * Chooses the only release with that title. The choices from before typing must be gone, or the click hits another row.
 */
export async function chooseRelease(dialog: Locator, title: string) {
  await dialog.getByLabel('Релиз', { exact: true }).fill(title)
  const offered = dialog.getByRole('radiogroup', { name: 'Релизы' }).getByRole('radio')
  await expect(offered).toHaveCount(1)
  await dialog.getByRole('radio', { name: title }).check()
}
