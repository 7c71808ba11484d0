import type { agreements } from '@vypusk/contract'

type Agreement = agreements.Agreement
type Target = 0 | 1 | 2 | 3 | 4 | 5

/** The fields each save is based on: when one of them has changed, a person has to look again. */
const DECIDED_ON: Record<Target, (keyof Agreement)[]> = {
  0: ['remark'],
  1: ['isPublishedOnTestEnv'],
  2: ['recipients'],
  3: ['recipientsExtra'],
  4: ['releaseDate', 'releaseTime', 'by_rivc', 'by_client'],
  5: ['releaseDate', 'releaseTime', 'by_rivc', 'by_client'],
}

export const sameValue = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Checks that nothing the save is based on has changed since the person saw it. */
export const isUntouched = (target: Target, seen: Agreement, current: Agreement): boolean =>
  DECIDED_ON[target].every((field) => sameValue(seen[field], current[field]))

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Returns the first invalid address, for the error below the field. */
export const wrongAddress = (addresses: readonly string[]): string | undefined =>
  addresses.find((address) => !ADDRESS.test(address))
