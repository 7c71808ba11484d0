/** A list that others change while somebody works in it. Pure. */

interface Row {
  id: number
}

export interface Steady<R> {
  rows: R[]
  /** What waits to be shown: how many rows are new; null when nothing does. */
  waiting: number | null
}

/** What came: everything as it is now. */
export const asItCame = <R extends Row>(fresh: R[]): Steady<R> => ({ rows: fresh, waiting: null })

/**
 * Rows in sight take their new values and stay where they are: new ones wait, and so does another order.
 * A row that is gone stays as it was until then.
 */
export function inPlace<R extends Row>(shown: readonly R[], fresh: R[]): Steady<R> {
  const isSame = shown.length === fresh.length && shown.every(({ id }, index) => fresh[index]?.id === id)
  if (isSame) return asItCame(fresh)
  const now = new Map(fresh.map((row) => [row.id, row]))
  const before = new Set(shown.map(({ id }) => id))
  return {
    rows: shown.map((row) => now.get(row.id) ?? row),
    waiting: fresh.filter(({ id }) => !before.has(id)).length,
  }
}
