import { LARGEST_ID } from '@vypusk/contract'

/**
 * The number that a search may mean: «48213», «№ 48213», «#48213». Every list and Ctrl+K read it here, so that what is
 * found in one place is found in all.
 */
export function numberIn(search: string): number | null {
  const digits = /^[№#]?\s*(\d{1,10})$/.exec(search.trim())?.[1]
  const number = Number(digits ?? 0)
  return number > 0 && number <= LARGEST_ID ? number : null
}
