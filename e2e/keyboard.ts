import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

/** What people who have no mouse do: Tab to a thing, then press it. */

const MOST_STEPS = 150

/** Found once, and again only when it has been drawn anew: looking for it at each step took most of a test. */
const placeOf = (element: { isConnected: boolean; matches: (selector: string) => boolean }) =>
  element.isConnected ? element.matches(':focus') : undefined

/** Goes by Tab until the wanted element has the keyboard; fails when Tab never reaches it. */
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

/** Replaces what the field holds. */
export async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

/** Searches the list by its key. Until the address has every word the list may be of the first few letters. */
export async function search(page: Page, words: string): Promise<void> {
  // A page that is still being built hears no keys.
  await page.getByRole('searchbox').waitFor()
  await page.keyboard.press('Slash')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type(words)
  await expect(page).toHaveURL(({ searchParams }) => searchParams.get('search_string') === words)
}
