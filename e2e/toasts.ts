import { expect } from './fixtures.ts'
import type { Page } from './fixtures.ts'

const shownToasts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const kept = JSON.parse(sessionStorage.getItem('vypusk.toasts') ?? '[]') as { message: string }[]
    return kept.map(({ message }) => message)
  })

/**
 * Checks that a toast was shown. A toast that stays for a second could be missed between two checks of the page, so
 * this reads the list of messages that the bell shows.
 */
export const expectToast = (page: Page, message: string): Promise<void> =>
  expect.poll(() => shownToasts(page)).toContain(message)
