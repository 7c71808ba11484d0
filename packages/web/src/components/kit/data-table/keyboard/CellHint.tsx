import { useEffect, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import classes from '../Table.module.css'
import type { TableRow } from '../types.ts'

interface CellHintProps<Row extends TableRow> {
  scroll: RefObject<HTMLElement | null>
  rows: Row[]
  hint: (row: Row, column: string) => ReactNode
}

interface Place {
  index: number
  column: string
  left: number
  top: number
}

/** The hint appears only when the pointer rests on a cell, after this many ms. */
const REST_MS = 700

/** The hint for the cell under the pointer. There is one for the whole table. */
export function CellHint<Row extends TableRow>({ scroll, rows, hint }: CellHintProps<Row>) {
  const [place, setPlace] = useState<Place | null>(null)

  useEffect(() => {
    const area = scroll.current
    if (!area) return undefined
    let timer = 0
    const leave = () => {
      clearTimeout(timer)
      setPlace(null)
    }
    const rest = (cell: HTMLElement, index: number) => {
      const { left, bottom } = cell.getBoundingClientRect()
      setPlace({ index, column: cell.dataset['column'] ?? '', left, top: bottom })
    }
    const enter = ({ target }: Event) => {
      leave()
      const cell = target instanceof Element ? target.closest<HTMLElement>('td[data-column]') : null
      const index = Number(cell?.closest<HTMLElement>('tr')?.dataset['index'] ?? Number.NaN)
      if (cell && !cell.dataset['editing'] && !Number.isNaN(index)) {
        timer = window.setTimeout(() => rest(cell, index), REST_MS)
      }
    }
    const stops = ['mouseleave', 'scroll', 'keydown', 'mousedown'] as const
    area.addEventListener('mouseover', enter)
    for (const stop of stops) area.addEventListener(stop, leave)
    return () => {
      clearTimeout(timer)
      area.removeEventListener('mouseover', enter)
      for (const stop of stops) area.removeEventListener(stop, leave)
    }
  }, [scroll])

  const row = place && rows[place.index]
  const text = row && hint(row, place.column)
  return text ? (
    <div role="tooltip" className={classes.hint} style={{ left: place.left, top: place.top }}>
      {text}
    </div>
  ) : null
}
