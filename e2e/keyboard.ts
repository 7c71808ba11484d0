import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

/** Actions of people without a mouse: go to an element with Tab, then press it. */

const MOST_STEPS = 150

/**
 * Whether the element has focus, or undefined if it was redrawn and must be found again: searching at each step is
 * slow.
 */
const placeOf = (element: { isConnected: boolean; matches: (selector: string) => boolean }) =>
  element.isConnected ? element.matches(':focus') : undefined

/** Presses Tab until the wanted element has focus; fails if Tab never reaches it. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor()
  let element = await wanted.elementHandle()
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    let isFocused = await element?.evaluate(placeOf)
    if (isFocused === undefined) {
      element = await wanted.elementHandle()
      isFocused = await element?.evaluate(placeOf)
    }
    if (isFocused) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reaches ${wanted.toString()}`)
}

export async function press(page: Page, wanted: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, wanted)
  await page.keyboard.press(key)
}

/** Replaces the field's text. */
export async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

/** Searches the list using its key. Until the address has the whole text, the list may be for the first few letters. */
export async function search(page: Page, words: string): Promise<void> {
  // A page that is still loading ignores keys.
  await page.getByRole('searchbox').waitFor()
  await page.keyboard.press('Slash')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type(words)
  await expect(page).toHaveURL(({ searchParams }) => searchParams.get('search_string') === words)
}
