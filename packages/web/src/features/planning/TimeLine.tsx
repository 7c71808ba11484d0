import type { UseQueryResult } from '@tanstack/react-query'
import type { planning } from '@vypusk/contract'
import type { CSSProperties, Ref } from 'react'
import { ErrorState } from '../../components/kit/data-table/states.tsx'
import { LoadTable } from './LoadTable.tsx'
import classes from './Planning.module.css'
import { barOf, leftOf, mondays, SHADED_FROM, type Scale } from './scale.ts'
import { Head } from './TimeLineHead.tsx'
import { TimeLineRow } from './TimeLineRow.tsx'
import type { Plan } from './usePlan.ts'
import { WaitingLoad } from './Waiting.tsx'
import { useToday } from '../../ui/useToday.ts'

type Counted = Pick<
  UseQueryResult<Pick<Background, 'freezes' | 'calendar'> & { load: planning.Load }>,
  'data' | 'error' | 'refetch'
>

interface TimeLineProps {
  /** The scrolling element. */
  ref: Ref<HTMLElement>
  rows: readonly planning.PlanningRelease[]
  scale: Scale
  plan: Plan
  /** Workload, closed days and holidays. */
  counted: Counted
  onOpen: (id: number) => void
}

interface Background {
  scale: Scale
  freezes: readonly planning.Freeze[]
  calendar: readonly { day: string; minutes: number }[]
}

const WEEKEND_DAYS = 2

/** The background of all rows: weekends, holidays, the provider's closed days, today. */
const Shades = ({ scale, freezes, calendar }: Background) => (
  <div className={classes.shades} aria-hidden="true">
    {scale.px >= SHADED_FROM &&
      mondays(scale).map((monday) => (
        <span
          key={monday}
          className={classes.off}
          style={{ left: leftOf(scale, monday) + 5 * scale.px, width: WEEKEND_DAYS * scale.px }}
        />
      ))}
    {calendar
      .filter(({ minutes }) => minutes === 0)
      .map(({ day }) => (
        <span key={day} className={classes.holiday} style={{ left: leftOf(scale, day), width: scale.px }} />
      ))}
    {freezes
      .filter(({ company }) => company === null)
      .map(({ id, date_from, date_to }) => (
        <span key={id} className={classes.closed} style={barOf(scale, { start_date: date_from, plan_date: date_to })} />
      ))}
    <span className={classes.today} style={{ left: leftOf(scale, useToday()) + scale.px / 2 }} />
  </div>
)

function Load({ counted: { data, error, refetch }, scale }: Pick<TimeLineProps, 'counted' | 'scale'>) {
  if (data) return <LoadTable load={data.load} scale={scale} />
  if (!error) return <WaitingLoad scale={scale} />
  return (
    <div className={classes.across}>
      <ErrorState title="Загрузка людей не посчитана" error={error} onRetry={() => void refetch()} />
    </div>
  )
}

/** Releases by week, and below them the work they need of people. */
export function TimeLine({ ref, rows, scale, plan, counted, onOpen }: TimeLineProps) {
  const { freezes = [], calendar = [] } = counted.data ?? {}
  return (
    <section
      ref={ref}
      className={classes.scroll}
      data-paper="across"
      data-place="timeline"
      style={{ '--line-width': `${scale.width}px` } as CSSProperties}
      aria-label="Линия времени"
      // oxlint-disable-next-line no-noninteractive-tabindex -- what scrolls has to be reached by keys
      tabIndex={0}
    >
      <Head scale={scale} />
      <div className={classes.rows}>
        <Shades scale={scale} freezes={freezes} calendar={calendar} />
        <ol className={classes.releases} aria-label="Релизы в работе">
          {rows.map((row) => (
            <TimeLineRow key={row.id} row={row} scale={scale} plan={plan} freezes={freezes} onOpen={onOpen} />
          ))}
        </ol>
      </div>
      <Load counted={counted} scale={scale} />
    </section>
  )
}
