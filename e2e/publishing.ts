import { expect } from './fixtures.ts'
import type { Page } from './fixtures.ts'

/** What a person does with the form of a new publication. */

export const step = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const next = (page: Page) => step(page, 'Далее').click()
export const fileField = (page: Page) => page.locator('input[type=file]').first()
export const zip = (name: string, size = 2000) => ({
  name,
  mimeType: 'application/zip',
  buffer: Buffer.alloc(size, 7),
})

export async function pickRelease(page: Page, title: string) {
  const picker = page.getByRole('combobox', { name: 'Добавить релиз' })
  await picker.fill(title)
  await page.getByRole('option', { name: title }).first().click()
  await expect(page.getByRole('region', { name: title })).toBeVisible()
}
