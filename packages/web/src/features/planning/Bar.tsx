import type { planning } from '@vypusk/contract'
import { formatRange } from '../../ui/dates.ts'
import classes from './Bar.module.css'
import { barOf, type Scale } from './scale.ts'
import { barName } from './texts.ts'
import { useBarDrag } from './useBarDrag.ts'

interface BarProps {
  /** With the dates being tried. */
  row: planning.PlanningRelease
  scale: Scale
  isChanged: boolean
  onMove: (dates: { start_date: string; plan_date: string }) => void
  onOpen: () => void
}

/** A release from its start to its plan date. It can be dragged, moved with the arrow keys and opened with Enter. */
export function Bar({ row, scale, isChanged, onMove, onOpen }: BarProps) {
  const { preview, isDragged, handlers } = useBarDrag(row, scale.px, onMove, onOpen)
  const isOver = row.planned_requests_time > row.planned_time
  return (
    <div
      role="button"
      tabIndex={0}
      className={classes.bar}
      style={barOf(scale, preview)}
      data-kind={row.step.kind}
      data-changed={isChanged || undefined}
      data-dragged={isDragged || undefined}
      aria-label={barName({ ...row, ...preview })}
      aria-keyshortcuts="ArrowLeft ArrowRight Shift+ArrowLeft Shift+ArrowRight Alt+ArrowLeft Alt+ArrowRight"
      {...handlers}
    >
      <span className={classes.edge} data-part="start" />
      <span className={classes.barText} data-over={isOver || undefined}>
        {formatRange(preview.start_date, preview.plan_date)}
      </span>
      <span className={classes.edge} data-part="end" />
    </div>
  )
}
