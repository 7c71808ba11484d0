import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

/** Actions of people without a mouse: go to an element with Tab, then press it. */

const MOST_STEPS = 150

interface Placed {
  isConnected: boolean
  matches: (selector: string) => boolean
  closest: (selector: string) => Pick<Placed, 'matches'> | null
}

/**
 * The key that leads towards the element: none when it has the focus. A toolbar is one stop of Tab, with arrows inside,
 * and so are the headings of a list.
 * Returns undefined if it was redrawn and must be found again: searching at each step is slow.
 */
const keyTo = (element: Placed): 'ArrowRight' | 'Tab' | null | undefined => {
  if (!element.isConnected) return undefined
  if (element.matches(':focus')) return null
  return element.closest('[role=toolbar], thead')?.matches(':focus-within') ? 'ArrowRight' : 'Tab'
}

/** Presses Tab, and in a toolbar arrows, until the wanted element has focus; fails if they never reach it. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor()
  let element = await wanted.elementHandle()
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    let key = await element?.evaluate(keyTo)
    if (key === undefined) {
      element = await wanted.elementHandle()
      key = await element?.evaluate(keyTo)
    }
    if (key === null) return
    await page.keyboard.press(key ?? 'Tab')
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
