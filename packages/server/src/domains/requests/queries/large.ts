import type { Filters } from './filter.ts'

/**
 * Sets that were found to be large a while ago, so that they are not read first as if they were small. No more than a hint:
 * it decides how a set is read and never what is answered.
 */

/** More are not kept at once. */
const MOST = 2000
const large = new Set<string>()

/** What a set is kept by. */
export const hintOf = (filters: Filters): string => JSON.stringify(filters)

export const isLarge = (hint: string): boolean => large.has(hint)

export function rememberLarge(hint: string): void {
  if (large.size >= MOST) large.clear()
  large.add(hint)
}

export const forgetLarge = (hint: string): void => void large.delete(hint)
