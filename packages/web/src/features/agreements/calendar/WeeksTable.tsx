import type { calendar } from '@vypusk/contract'
import { VisuallyHidden } from '@mantine/core'
import type { Item } from './api.ts'
import classes from './Calendar.module.css'
import { DayCell } from './DayCell.tsx'
import type { GridControl } from './DayCell.tsx'
import { isSameMonth, WEEKDAYS, weeksOf } from './period.ts'
import type { CalendarView, Period } from './period.ts'

interface WeeksTableProps {
  view: CalendarView
  period: Period
  /** The day by which the period was chosen. */
  day: string
  items: readonly Item[]
  days: readonly calendar.CalendarDay[]
  control: GridControl
}

const MOST_IN_MONTH = 6

/** Weeks from Monday to Sunday: the rows of a month, or a single week with all its agreements. */
export function WeeksTable({ view, period, day, items, days, control }: WeeksTableProps) {
  const byDay = Map.groupBy(items, ({ releaseDate }) => releaseDate)
  const about = new Map(days.map((one) => [one.day, one]))
  return (
    <table className={classes.weeks} data-view={view} aria-label={period.title}>
      <thead>
        <tr>
          {WEEKDAYS.map(([short, name]) => (
            <th key={name} scope="col" className={classes.weekday}>
              <span aria-hidden="true">{short}</span>
              <VisuallyHidden>{name}</VisuallyHidden>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(period).map((week) => (
          <tr key={week[0]}>
            {week.map((one) => (
              <DayCell
                key={one}
                day={one}
                about={about.get(one)}
                items={byDay.get(one) ?? []}
                isOutside={view === 'month' && !isSameMonth(one, day)}
                most={view === 'month' ? MOST_IN_MONTH : Infinity}
                control={control}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
