import type { KeyboardEvent } from 'react'
import classes from '../Table.module.css'
import type { TableRow } from '../types.ts'
import type { ModelHeader } from '../useTableModel.ts'

const STEP = 16

interface ResizerProps<Row extends TableRow> {
  header: ModelHeader<Row>
  /** In pixels. */
  width: number
  isResizing: boolean
  title: string
  /** Null restores the column's default width. */
  onResize: (width: number | null) => void
}

/**
 * The edge of a column: drag it, or use Shift and ← → in its heading (useHeadKeys.ts); a double click or Delete restores
 * the default width.
 */
export function Resizer<Row extends TableRow>({ header, width, isResizing, title, onResize }: ResizerProps<Row>) {
  const keys: Record<string, number | null> = { ArrowLeft: width - STEP, ArrowRight: width + STEP, Delete: null }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = keys[event.key]
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onResize(next)
  }
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={`Ширина столбца «${title}»`}
      aria-valuenow={Math.round(width)}
      aria-valuemin={header.column.columnDef.minSize ?? 0}
      aria-valuemax={header.column.columnDef.maxSize ?? 0}
      tabIndex={-1}
      className={classes.resizer}
      data-active={isResizing || undefined}
      onMouseDown={header.getResizeHandler()}
      onTouchStart={header.getResizeHandler()}
      onDoubleClick={() => onResize(null)}
      onKeyDown={onKeyDown}
    />
  )
}
