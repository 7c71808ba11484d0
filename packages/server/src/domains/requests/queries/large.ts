import type { Filters } from './filter.ts'

/**
 * Remembers sets that were found to be large, so that they are not first read as if they were small. It is only a hint:
 * it decides how a set is read and never what is returned.
 */

/** The most sets that are remembered. */
const MOST = 2000
const large = new Set<string>()

/** The key of a set. */
export const hintOf = (filters: Filters): string => JSON.stringify(filters)

export const isLarge = (hint: string): boolean => large.has(hint)

export function rememberLarge(hint: string): void {
  if (large.size >= MOST) large.clear()
  large.add(hint)
}

export const forgetLarge = (hint: string): void => void large.delete(hint)
