/** A list that others change while somebody works in it. Pure. */

interface Row {
  id: number
}

export interface Steady<R> {
  rows: R[]
  /** What waits to be shown: how many rows are new; null when nothing does. */
  waiting: number | null
}

/** Rows by id, whatever else they hold. */
const idsOf = (rows: readonly Row[]) => new Set(rows.map(({ id }) => id))

/** What came: everything as it is now. */
export const asItCame = <R extends Row>(fresh: R[]): Steady<R> => ({ rows: fresh, waiting: null })

/** The rows before and after one, of those that `counts`. */
function neighbours<R extends Row>(rows: readonly R[], id: number, counts: (row: R) => boolean) {
  const some = rows.filter((row) => row.id === id || counts(row))
  const index = some.findIndex((row) => row.id === id)
  return [some[index - 1]?.id, some[index + 1]?.id]
}

/** Puts a row where `fresh` has it: after the nearest row before it that is shown. */
function put<R extends Row>(rows: R[], fresh: readonly R[], row: R): void {
  const ids = idsOf(rows)
  const before = fresh.slice(0, fresh.indexOf(row)).findLast(({ id }) => ids.has(id))
  rows.splice(before ? rows.findIndex(({ id }) => id === before.id) + 1 : 0, 0, row)
}

/** What the page lost by own rows moves in at its end, what it won moves out there: neither disturbs a reader. */
function keepSize<R extends Row>(rows: R[], fresh: readonly R[], size: number): void {
  const there = idsOf(fresh)
  while (rows.length > size && !there.has(rows.at(-1)?.id ?? 0)) rows.pop()
  const last = rows.at(-1)
  const after = last ? fresh.slice(fresh.findIndex(({ id }) => id === last.id) + 1) : []
  if (last && there.has(last.id)) rows.push(...after.slice(0, Math.max(0, size - rows.length)))
}

/** The own rows gone, come and moved; the others where they were. */
function withOwn<R extends Row>(shown: readonly R[], fresh: readonly R[], isOwn: (row: R) => boolean): R[] {
  const [before, there] = [idsOf(shown), idsOf(fresh)]
  const counts = (row: R) => before.has(row.id) && there.has(row.id) && !isOwn(row)
  // What somebody else's row has done gives an own one that stays where it is one new neighbour, never two.
  const stays = ({ id }: R) => {
    const [was, is] = [neighbours(shown, id, counts), neighbours(fresh, id, counts)]
    return before.has(id) && (was[0] === is[0] || was[1] === is[1])
  }
  const moved = fresh.filter((row) => isOwn(row) && !stays(row))
  const taken = idsOf(moved)
  const rows = shown.filter((row) => !taken.has(row.id) && (there.has(row.id) || !isOwn(row)))
  for (const row of moved) put(rows, fresh, row)
  keepSize(rows, fresh, shown.length)
  return rows
}

/**
 * Rows in sight take their new values and stay where they are: new ones wait, and so does another order.
 * A row that is gone stays as it was until then. What oneself has done waits for nothing.
 */
export function inPlace<R extends Row>(shown: readonly R[], fresh: R[], isOwn: (row: R) => boolean): Steady<R> {
  const rows = [...shown, ...fresh].some(isOwn) ? withOwn(shown, fresh, isOwn) : shown
  const isSame = rows.length === fresh.length && rows.every(({ id }, index) => fresh[index]?.id === id)
  if (isSame) return asItCame(fresh)
  const now = new Map(fresh.map((row) => [row.id, row]))
  const before = idsOf(rows)
  return {
    rows: rows.map((row) => now.get(row.id) ?? row),
    waiting: fresh.filter(({ id }) => !before.has(id)).length,
  }
}
