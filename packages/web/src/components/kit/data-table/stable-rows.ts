/** A list that others change while somebody works in it. Pure. */

interface Row {
  id: number
}

export interface StableRows<R> {
  rows: R[]
  /** What waits to be shown: how many rows are new; null when nothing does. */
  waiting: number | null
}

/** Rows by id, whatever else they hold. */
const idsOf = (rows: readonly Row[]) => new Set(rows.map(({ id }) => id))

/** What came: everything as it is now. */
export const asItCame = <R extends Row>(fresh: R[]): StableRows<R> => ({ rows: fresh, waiting: null })

const placeOf = (rows: readonly Row[], id: number | undefined) => rows.findIndex((row) => row.id === id)

/** The nearest rows before and after one that `counts`. */
function neighbours<R extends Row>(rows: readonly R[], id: number, counts: (row: R) => boolean) {
  const place = placeOf(rows, id)
  return { before: rows.slice(0, place).findLast(counts)?.id, after: rows.slice(place + 1).find(counts)?.id }
}

/** With one more row, where `fresh` has it: after the nearest row before it that is shown. */
function withRow<R extends Row>(rows: readonly R[], fresh: readonly R[], row: R): R[] {
  const ids = idsOf(rows)
  const before = fresh.slice(0, placeOf(fresh, row.id)).findLast(({ id }) => ids.has(id))
  return rows.toSpliced(placeOf(rows, before?.id) + 1, 0, row)
}

/** What the page lost by own rows moves in at its end, what it won moves out there: neither disturbs a reader. */
function ofSize<R extends Row>(rows: readonly R[], fresh: readonly R[], size: number): R[] {
  const freshIds = idsOf(fresh)
  const lastThere = rows.findLastIndex(({ id }) => freshIds.has(id))
  const kept = rows.slice(0, Math.max(size, lastThere + 1))
  const next = placeOf(fresh, kept.at(-1)?.id) + 1
  return next === 0 ? kept : [...kept, ...fresh.slice(next, next + Math.max(0, size - kept.length))]
}

/** The own rows gone, come and moved; the others where they were. */
function withOwn<R extends Row>(shown: readonly R[], fresh: readonly R[], isOwn: (row: R) => boolean): R[] {
  const [shownIds, freshIds] = [idsOf(shown), idsOf(fresh)]
  const isOthers = (row: R) => !isOwn(row) && shownIds.has(row.id) && freshIds.has(row.id)
  // What somebody else's row has done gives an own one that stays where it is one new neighbour, never two.
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
 * Rows in sight take their new values and stay where they are: new ones wait, and so does another order.
 * A row that is gone stays as it was until then. What oneself has done waits for nothing.
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
