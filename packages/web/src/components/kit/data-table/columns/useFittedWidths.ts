import type { RefObject } from 'react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { today } from '../../../../ui/dates.ts'
import { inBrowser } from '../../../../ui/storage.ts'
import { fitWidths, needOf, type Need } from './fit-widths.ts'
import { sizeOf } from '../../grid-window/sight.ts'
import type { ColumnSettings, DataColumn, TableRow } from '../types.ts'

type Needs = Record<string, Need>

/** What the tables had in this window size and with these letters; kept for a day, because texts change. */
interface KeptWidths {
  for: string
  needs: Record<string, Needs>
  /** The width of the scrolling element. */
  total: number
  height: number
}

const KEPT = inBrowser<KeptWidths>('widths')
/** Fewer rows say too little of those of the next visit. */
const ENOUGH_ROWS = 12

function conditions(): string {
  const { fontSize } = getComputedStyle(document.documentElement)
  return [today(), innerWidth, innerHeight, devicePixelRatio, fontSize].join(' ')
}

function keptWidths(): KeptWidths {
  const now = conditions()
  const kept = KEPT.read()
  return kept?.for === now ? kept : { for: now, needs: {}, total: 0, height: 0 }
}

/**
 * The size of a scrolling element that may not be there yet: as tall then as it was in this window, or at most as the
 * window. Rows that are drawn with the element need no second drawing, before which the page would be laid out.
 */
export function expectedSize(scrollId: string): { width: number; height: number } {
  const element = document.getElementById(scrollId)
  if (element) return sizeOf(element)
  const { total, height } = keptWidths()
  return { width: total, height: height || innerHeight }
}

/** By table, so that a list looks the same when somebody returns to it; by too few rows, for the lifetime of the page. */
const known = new Map<string, Needs>()

interface Measured {
  rows: number
  total: number
  height: number
}

function keep(page: string, needs: Needs, { rows, total, height }: Measured): void {
  known.set(page, needs)
  if (rows < ENOUGH_ROWS) return
  const kept = keptWidths()
  KEPT.write({ ...kept, needs: { ...kept.needs, [page]: needs }, total, height })
}

/** Left and right padding of a cell together, in pixels. */
const PADDING = 16

/** Reads sizes while each cell is as wide as its whole content; the cells are restored before anything is drawn. */
function naturally<Result>(body: HTMLElement, read: () => Result): Result {
  body.dataset['measured'] = 'true'
  try {
    return read()
  } finally {
    delete body.dataset['measured']
  }
}

function measuredNeed(body: HTMLElement, id: string): Need {
  const cells = [...body.querySelectorAll(`td[data-column="${CSS.escape(id)}"]`)]
  const widths = cells.map((cell) => cell.getBoundingClientRect().width).filter((width) => width > PADDING)
  const heading = body.parentElement?.querySelector(`[data-heading="${CSS.escape(id)}"]`)?.scrollWidth ?? 0
  // Browsers give it in whole pixels, and what lacks a part of one is cut off; the mark of the order takes another one.
  return needOf(widths, heading + PADDING + 2)
}

/** Everything is read at once, because the page is laid out for it. @returns null when the table is not shown */
const measured = (body: HTMLElement, scroll: HTMLElement, columns: readonly { id: string }[]) =>
  naturally(body, () =>
    body.clientWidth === 0
      ? null
      : {
          size: { rows: body.children.length, total: scroll.clientWidth, height: scroll.clientHeight },
          needs: Object.fromEntries(columns.map(({ id }) => [id, measuredNeed(body, id)])),
        },
  )

/**
 * Returns the visible column that takes the remaining space: the growing one, unless it is pinned or was resized by
 * hand; otherwise the last one that is not pinned.
 */
export function growingColumn<Row extends TableRow>(
  columns: readonly DataColumn<Row>[],
  { order, hidden, pinned, widths }: ColumnSettings,
): string | null {
  const free = order.filter((id) => !hidden.includes(id) && !pinned.includes(id))
  const wanted = columns.find(({ grow }) => grow)?.id
  const grows = free.find((id) => id === wanted && !(id in widths))
  return grows ?? free.at(-1) ?? null
}

/** The width the last list had; most lists of a window have the same, so that they are laid out only once. */
let lastTotal: number | null = null

/** The current width of the scrolling element. */
function useTotal(scrollId: string): [total: number, setTotal: (total: number) => void] {
  const [total, setTotal] = useState(() => lastTotal ?? keptWidths().total)
  useEffect(() => {
    lastTotal = total
  }, [total])
  useEffect(() => {
    const scroll = document.getElementById(scrollId)
    if (!scroll) return undefined
    // Reading it at any other time would make the browser lay out the page.
    const observer = new ResizeObserver(() => setTotal(scroll.clientWidth))
    observer.observe(scroll)
    return () => observer.disconnect()
  }, [scrollId])
  return [total, setTotal]
}

interface Place {
  /** Id of the scrolling element. */
  scrollId: string
  body: RefObject<HTMLElement | null>
  /** Pixels of the table that are not for its columns. */
  taken: number
}

/**
 * Widths according to content. They are measured once, when the first rows are drawn, because a table that rearranges
 * itself with each page is worse than text that is cut off. Columns that were resized by hand keep their width.
 * @param page the table's name
 */
export function useFittedWidths<Row extends TableRow>(
  page: string,
  columns: readonly DataColumn<Row>[],
  settings: ColumnSettings,
  { scrollId, body, taken }: Place,
) {
  const [needs, setNeeds] = useState<Needs>(() => known.get(page) ?? keptWidths().needs[page] ?? {})
  const [total, setTotal] = useTotal(scrollId)
  const visible = useMemo(() => columns.filter(({ id }) => !settings.hidden.includes(id)), [columns, settings.hidden])
  /** To be called when rows have been drawn. */
  const measure = useCallback(() => {
    const unknown = visible.filter(({ id }) => !(id in needs))
    const drawn = body.current
    const scroll = document.getElementById(scrollId)
    if (!drawn || !scroll || unknown.length === 0) return
    const found = measured(drawn, scroll, unknown)
    if (!found) return
    const next = { ...needs, ...found.needs }
    keep(page, next, found.size)
    setNeeds(next)
    setTotal(found.size.total)
  }, [body, needs, page, scrollId, setTotal, visible])
  const widths = useMemo(() => {
    const growing = growingColumn(columns, settings)
    const fitting = visible.map(({ id, width, align, whole = align === 'end' }) => ({
      id,
      width,
      whole,
      need: needs[id],
      grows: id === growing,
    }))
    return total === 0 ? settings.widths : { ...fitWidths(fitting, total - taken), ...settings.widths }
  }, [columns, needs, settings, taken, total, visible])
  return { widths, measure }
}
