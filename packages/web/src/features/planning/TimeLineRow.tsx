import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { Link } from '@tanstack/react-router'
import type { planning } from '@vypusk/contract'
import { useEffect, useRef, useState } from 'react'
import { StepMark } from '../../components/shared/marks/StepMark.tsx'
import { paths } from '../../paths.ts'
import { formatHours } from '../../ui/duration.ts'
import { Bar } from './Bar.tsx'
import { tried } from './changes.ts'
import bar from './Bar.module.css'
import classes from './Planning.module.css'
import { barOf, leftOf, type Scale } from './scale.ts'
import { readinessInWords } from '../../components/shared/readiness/texts.ts'
import { hoursOf, markName, statusOfMark } from './texts.ts'
import type { Plan } from './usePlan.ts'

interface TimeLineRowProps {
  row: planning.PlanningRelease
  scale: Scale
  plan: Plan
  freezes: readonly planning.Freeze[]
  onOpen: (id: number) => void
}

/** Accepts a request of the backlog that is dropped on the release. */
function useDropped(onRequest: (id: number) => void) {
  const line = useRef<HTMLLIElement>(null)
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (!line.current) return undefined
    return dropTargetForElements({
      element: line.current,
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: ({ source }) => {
        setOver(false)
        if (typeof source.data['request'] === 'number') onRequest(source.data['request'])
      },
    })
  })
  return { line, isOver }
}

const Title = ({ row }: { row: planning.PlanningRelease }) => (
  <div className={classes.name}>
    <Link to={paths.release} params={{ releaseID: String(row.id) }} className={classes.title} title={row.title}>
      {row.title}
    </Link>
    <div className={classes.facts}>
      <span title={row.step.name_step}>
        <StepMark step={row.step} />
      </span>
      <span title={readinessInWords(row.readiness)} role="img" aria-label={readinessInWords(row.readiness)}>
        {row.readiness.agreed}/{row.readiness.expected}
      </span>
      <span title={hoursOf(row)} data-over={row.planned_requests_time > row.planned_time || undefined}>
        {formatHours(row.planned_requests_time)} / {formatHours(row.planned_time)}
      </span>
    </div>
  </div>
)

interface OnLineProps {
  row: planning.PlanningRelease
  scale: Scale
}

/** Closed days of the release's companies, drawn below the bar so that its text stays readable. */
const ClosedDays = ({ row, scale, freezes }: OnLineProps & { freezes: readonly planning.Freeze[] }) =>
  freezes
    .filter(({ company }) => company && row.companies.some(({ idcomp }) => idcomp === company.idcomp))
    .map(({ id, date_from, date_to }) => (
      <span
        key={id}
        className={classes.closed}
        style={barOf(scale, { start_date: date_from, plan_date: date_to })}
        aria-hidden="true"
      />
    ))

/** Marks for agreed installations, on the bar. */
const Marks = ({ row, scale }: OnLineProps) =>
  row.installations.map((mark) => {
    const status = statusOfMark(row, mark)
    const name = markName(mark, status)
    return (
      <span
        key={mark.agreement_id}
        className={classes.mark}
        data-status={status}
        style={{ left: leftOf(scale, mark.releaseDate) + scale.px / 2 }}
        role="img"
        aria-label={name}
        title={name}
      />
    )
  })

/** One release on the time line. */
export function TimeLineRow({ row, scale, plan, freezes, onOpen }: TimeLineRowProps) {
  const { line, isOver } = useDropped((request) => plan.addRequest(row, request))
  const change = plan.of(row.id)
  const now = tried(row, plan.changes)
  return (
    <li ref={line} className={classes.row} data-release={row.id} data-over={isOver || undefined}>
      <Title row={row} />
      <div className={classes.track}>
        <ClosedDays row={row} scale={scale} freezes={freezes} />
        {change && <span className={bar.ghost} style={barOf(scale, row)} aria-hidden="true" />}
        <Bar
          row={now}
          scale={scale}
          isChanged={Boolean(change)}
          onMove={(dates) => plan.change(row, dates)}
          onOpen={() => onOpen(row.id)}
        />
        <Marks row={row} scale={scale} />
      </div>
    </li>
  )
}
