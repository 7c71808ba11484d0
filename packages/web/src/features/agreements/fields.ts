import type { agreements } from '@vypusk/contract'

type Agreement = agreements.Agreement
type Target = 0 | 1 | 2 | 3 | 4 | 5

/** What a save of each target was decided upon: when one of these has changed, somebody has to look again. */
const DECIDED_ON: Record<Target, (keyof Agreement)[]> = {
  0: ['remark'],
  1: ['isPublishedOnTestEnv'],
  2: ['recipients'],
  3: ['recipientsExtra'],
  4: ['releaseDate', 'releaseTime', 'by_rivc', 'by_client'],
  5: ['releaseDate', 'releaseTime', 'by_rivc', 'by_client'],
}

export const sameValue = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Nothing that the save is about has changed between what the person saw and what is there now. */
export const isUntouched = (target: Target, seen: Agreement, current: Agreement): boolean =>
  DECIDED_ON[target].every((field) => sameValue(seen[field], current[field]))

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** The first of the addresses that is none, for the sentence under the field. */
export const wrongAddress = (addresses: readonly string[]): string | undefined =>
  addresses.find((address) => !ADDRESS.test(address))
