import { isEmail, type agreements } from '@vypusk/contract'

type Agreement = agreements.Agreement
type Target = 0 | 1 | 2 | 3 | 4 | 5

/** What is looked at when a date is set or answered. */
const OF_DATE = ['releaseDate', 'releaseTime', 'by_rivc', 'by_client'] as const
type Dated = Pick<Agreement, (typeof OF_DATE)[number]>

/** The fields each save is based on: when one of them has changed, a person has to look again. */
const DECIDED_ON: Record<Target, readonly (keyof Agreement)[]> = {
  0: ['remark'],
  1: ['isPublishedOnTestEnv'],
  2: ['recipients'],
  3: ['recipientsExtra'],
  4: OF_DATE,
  5: OF_DATE,
}

export const sameValue = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Checks that nothing the save is based on has changed since the person saw it. */
export const isUntouched = (target: Target, seen: Agreement, current: Agreement): boolean =>
  DECIDED_ON[target].every((field) => sameValue(seen[field], current[field]))

/** The same for a date, where only the calendar's part of the agreement was seen. */
export const isSameDate = (seen: Dated, current: Dated): boolean =>
  OF_DATE.every((field) => seen[field] === current[field])

/** Returns the first invalid address, for the error below the field. */
export const wrongAddress = (addresses: readonly string[]): string | undefined =>
  addresses.find((address) => !isEmail(address))
