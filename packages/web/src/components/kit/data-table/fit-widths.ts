/** How the columns of a table share its width. Pixels; pure. */

/** What the cells of a column take, with its heading, when nothing is cut. */
export interface Need {
  /** Nine of ten that have something in them. */
  usual: number
  all: number
}

export interface Fitting {
  id: string
  /** What the column came with. */
  width: number
  /** Unknown before there are rows. */
  need: Need | undefined
  /** Takes the space that is left, stretched by the table itself. */
  grows: boolean
}

/** Of any column: its edge has to be got hold of. */
export const MIN_WIDTH = 44
/** A column with one long word in it takes no more than so many times what it came with, and where a title has all it needs. */
const MOST_TIMES = { beside: 1.6, spare: 3 }
/** From here on a title can be told from the next, and from there on reading it gets no easier. */
const TITLE = { least: 320, most: 640 }

const sum = (all: Iterable<number>): number => [...all].reduce((total, one) => total + one, 0)

/** Makes widths larger as far as the space goes: the same for everybody until it has enough. */
function grow(widths: Map<string, number>, wants: ReadonlyMap<string, number>, total: number): void {
  let left = Math.max(0, total - sum(widths.values()))
  const lacks = [...wants].map(([id, want]) => ({ id, lack: Math.max(0, want - (widths.get(id) ?? 0)) }))
  for (const [place, { id, lack }] of lacks.toSorted((a, b) => a.lack - b.lack).entries()) {
    const share = Math.min(lack, left / (lacks.length - place))
    left -= share
    widths.set(id, (widths.get(id) ?? 0) + share)
  }
}

/**
 * What is too wide for its cells gives to what is too narrow: first to a title that cannot be told from the next, then to
 * what is usually cut, then to what ever is, then to those that were held back. The growing column has the rest; here it
 * is given what it has at least.
 * @param total what the table has
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
  const least = columns.map(({ id, width }) => [id, Math.min(width, all.get(id) ?? width)] as const)
  const widths = new Map(least)
  const titles = columns.filter(({ grows }) => grows).map(({ id }) => id)
  grow(widths, new Map(titles.map((id) => [id, Math.min(TITLE.least, usual.get(id) ?? 0)])), total)
  grow(widths, usual, total)
  grow(widths, all, total)
  grow(widths, wants('all', MOST_TIMES.spare), total)
  return Object.fromEntries(
    [...widths, ...least.filter(([id]) => titles.includes(id))].map(([id, width]) => [id, Math.floor(width)]),
  )
}
