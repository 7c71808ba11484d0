/** A list that others change while somebody works in it. Pure. */

interface Row {
  id: number
}

export interface StableRows<R> {
  rows: R[]
  /** Whether changes are held back: the number of new rows, or null when nothing is held back. */
  waiting: number | null
}

/** The ids of the rows. */
const idsOf = (rows: readonly Row[]) => new Set(rows.map(({ id }) => id))

/** The rows exactly as they arrived. */
export const asItCame = <R extends Row>(fresh: R[]): StableRows<R> => ({ rows: fresh, waiting: null })

const placeOf = (rows: readonly Row[], id: number | undefined) => rows.findIndex((row) => row.id === id)

/** The nearest rows before and after the given one for which `counts` returns true. */
function neighbours<R extends Row>(rows: readonly R[], id: number, counts: (row: R) => boolean) {
  const place = placeOf(rows, id)
  return { before: rows.slice(0, place).findLast(counts)?.id, after: rows.slice(place + 1).find(counts)?.id }
}

/** Inserts a row where `fresh` has it: after the nearest preceding row that is shown. */
function withRow<R extends Row>(rows: readonly R[], fresh: readonly R[], row: R): R[] {
  const ids = idsOf(rows)
  const before = fresh.slice(0, placeOf(fresh, row.id)).findLast(({ id }) => ids.has(id))
  return rows.toSpliced(placeOf(rows, before?.id) + 1, 0, row)
}

/**
 * Keeps the page at its size: where the person's own changes removed or added rows, rows are taken in or dropped at the
 * end, which does not disturb a reader.
 */
function ofSize<R extends Row>(rows: readonly R[], fresh: readonly R[], size: number): R[] {
  const freshIds = idsOf(fresh)
  const lastThere = rows.findLastIndex(({ id }) => freshIds.has(id))
  const kept = rows.slice(0, Math.max(size, lastThere + 1))
  const next = placeOf(fresh, kept.at(-1)?.id) + 1
  return next === 0 ? kept : [...kept, ...fresh.slice(next, next + Math.max(0, size - kept.length))]
}

/**
 * Applies the person's own changes, that is removed, added and moved rows, and leaves the other rows where they were.
 */
function withOwn<R extends Row>(shown: readonly R[], fresh: readonly R[], isOwn: (row: R) => boolean): R[] {
  const [shownIds, freshIds] = [idsOf(shown), idsOf(fresh)]
  const isOthers = (row: R) => !isOwn(row) && shownIds.has(row.id) && freshIds.has(row.id)
  // When only another person's row has moved, an own row that stays has at most one new neighbour, never two.
  const stays = ({ id }: R) => {
    const [was, is] = [neighbours(shown, id, isOthers), neighbours(fresh, id, isOthers)]
    return shownIds.has(id) && (was.before === is.before || was.after === is.after)
  }
  const moved = fresh.filter((row) => isOwn(row) && !stays(row))
  const movedIds = idsOf(moved)
  const isGone = (row: R) => isOwn(row) && !freshIds.has(row.id)
  const left = shown.filter((row) => !movedIds.has(row.id) && !isGone(row))
  const placed = moved.reduce((rows, row) => withRow(rows, fresh, row), left)
  return ofSize(placed, fresh, shown.length)
}

/**
 * Updates the values of visible rows without moving them: new rows and another order are held back, and until then a
 * row that is gone stays as it was. The person's own changes are shown at once.
 */
export function inPlace<R extends Row>(shown: readonly R[], fresh: R[], isOwn: (row: R) => boolean): StableRows<R> {
  const rows = [...shown, ...fresh].some(isOwn) ? withOwn(shown, fresh, isOwn) : shown
  const isSame = rows.length === fresh.length && rows.every(({ id }, index) => fresh[index]?.id === id)
  if (isSame) return asItCame(fresh)
  const freshOf = new Map(fresh.map((row) => [row.id, row]))
  const ids = idsOf(rows)
  return {
    rows: rows.map((row) => freshOf.get(row.id) ?? row),
    waiting: fresh.filter(({ id }) => !ids.has(id)).length,
  }
}
