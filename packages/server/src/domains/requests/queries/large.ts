import type { Filters } from './filter.ts'

/**
 * Remembers sets that were found to be large, so that they are not first read as if they were small, and how many requests
 * they had. It is only a hint: it decides how a set is read and never what is returned.
 */

/** The most sets that are remembered. */
const MOST = 2000
const large = new Map<string, number>()

/** The key of a set. */
export const hintOf = (filters: Filters): string => JSON.stringify(filters)

export const isLarge = (hint: string): boolean => large.has(hint)

/** How many requests a large set had when it was last counted; infinitely many if it never was, or not to the end. */
export const lastSize = (hint: string): number => large.get(hint) ?? Infinity

export function rememberLarge(hint: string, size = Infinity): void {
  if (large.size >= MOST) large.clear()
  large.set(hint, size)
}

export const forgetLarge = (hint: string): void => void large.delete(hint)
