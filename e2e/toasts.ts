import { expect } from './fixtures.ts'
import type { Page } from './fixtures.ts'

const shownToasts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const kept = JSON.parse(sessionStorage.getItem('vypusk.toasts') ?? '[]') as { message: string }[]
    return kept.map(({ message }) => message)
  })

/**
 * That a toast was shown. One that stays a second may come and go between two looks at the page: what was told is
 * asked for where the bell has it from.
 */
export const expectToast = (page: Page, message: string): Promise<void> =>
  expect.poll(() => shownToasts(page)).toContain(message)
