/** Divides the width of a table among its columns, in pixels. Pure. */

/** The width a column needs, with its heading, so that nothing is cut off. */
export interface Need {
  /** Enough for nine out of ten non-empty cells. */
  usual: number
  all: number
}

/** The share of cells that counts as usual: a single long one does not take the space of all others. */
const SHARE = 0.9
/** A cell that is wider by less than this is not cut off: the sign of a cut takes as much itself. */
const DOTS = 12

/**
 * @param widths of the cells, in pixels and parts of them: a text that lacks a part of a pixel is cut off
 * @param heading the width of the heading
 */
export function needOf(widths: readonly number[], heading: number): Need {
  const sorted = widths.toSorted((a, b) => a - b)
  const [share, most] = [sorted[Math.floor(SHARE * (sorted.length - 1))] ?? 0, sorted.at(-1) ?? 0]
  const wide = (width: number) => Math.ceil(Math.max(width, heading))
  return { usual: wide(most - share < DOTS ? most : share), all: wide(most) }
}

export interface Fitting {
  id: string
  /** The column's default width. */
  width: number
  /** Unknown until there are rows. */
  need: Need | undefined
  /** None of its cells may be cut off. */
  whole?: boolean | undefined
  /** Takes the remaining space, which the table itself gives to it. */
  grows: boolean
}

/** The least width of any column, so that its edge can still be grabbed. */
export const MIN_WIDTH = 44
/**
 * The largest width of a column as a multiple of its default width, so that one long word does not make it too wide:
 * while other columns lack space, and when a title has all it needs.
 */
const MOST_TIMES = { beside: 1.6, spare: 3 }
/** The width from which titles can be told apart, and the width beyond which they are not easier to read. */
const TITLE = { least: 320, most: 640 }

const sum = (all: Iterable<number>): number => [...all].reduce((total, one) => total + one, 0)

/** Widens columns as far as the space allows: each by the same amount until it has what it needs. */
function grow(widths: Map<string, number>, wants: ReadonlyMap<string, number>, total: number): void {
  let left = Math.max(0, total - sum(widths.values()))
  const lacks = [...wants].map(([id, want]) => ({ id, lack: Math.max(0, want - (widths.get(id) ?? 0)) }))
  for (const [place, { id, lack }] of lacks.toSorted((a, b) => a.lack - b.lack).entries()) {
    const share = Math.min(lack, left / (lacks.length - place))
    left -= share
    widths.set(id, (widths.get(id) ?? 0) + share)
  }
}

/** The part of their width that columns which are cut off anyway give, so that a table need not scroll for a few pixels. */
const MOST_NARROWED = 0.1

const isCut = ({ whole, grows, need, width }: Fitting) => !whole && (grows || (need?.all ?? 0) > width)

/** Narrows the columns that are cut off anyway, each by the same part, if that is enough for the table to fit. */
function giveWay(widths: Map<string, number>, ids: readonly string[], total: number): void {
  const [lacking, space] = [sum(widths.values()) - total, sum(ids.map((id) => widths.get(id) ?? 0))]
  if (lacking <= 0 || lacking > space * MOST_NARROWED) return
  for (const id of ids) widths.set(id, (widths.get(id) ?? 0) * (1 - lacking / space))
}

/**
 * Moves width from columns that are too wide for their cells to those that are too narrow: first to a title that could
 * not be told from others, then to what is usually cut off, then to anything that is cut off, then to columns limited
 * so far. Those that are needed whole have their width beforehand. The growing column takes the rest; here it is given its minimum.
 * @param total width of the table
 */
export function fitWidths(columns: readonly Fitting[], total: number): Record<string, number> {
  const wants = (of: keyof Need, times = MOST_TIMES.beside) =>
    new Map(
      columns.map(({ id, width, need, grows }) => {
        const most = grows ? TITLE.most : width * times
        return [id, Math.max(MIN_WIDTH, Math.min(need?.[of] ?? width, most))]
      }),
    )
  const [usual, all] = [wants('usual'), wants('all')]
  // What is needed whole is not cut off even where the table has to scroll sideways for it.
  const least = columns.map((column) => {
    const { id, width } = column
    const need = all.get(id) ?? width
    return [id, column.whole ? need : Math.min(width, need)] as const
  })
  const widths = new Map(least)
  giveWay(
    widths,
    columns.filter(isCut).map(({ id }) => id),
    total,
  )
  const minimum = new Map(widths)
  const titles = columns.filter(({ grows }) => grows).map(({ id }) => id)
  grow(widths, new Map(titles.map((id) => [id, Math.min(TITLE.least, usual.get(id) ?? 0)])), total)
  grow(widths, usual, total)
  grow(widths, all, total)
  grow(widths, wants('all', MOST_TIMES.spare), total)
  return Object.fromEntries(
    [...widths].map(([id, width]) => [id, Math.floor(titles.includes(id) ? (minimum.get(id) ?? width) : width)]),
  )
}
