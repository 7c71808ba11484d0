import type { adminCalendar } from '@vypusk/contract'
import type { KeyboardEvent } from 'react'
import { formatDuration } from '../../../ui/duration.ts'
import { countOf } from '../../../ui/plural.ts'
import classes from './calendar.module.css'
import { yearDayInWords, kindOf, workOf } from './days.ts'
import type { Month } from './days.ts'

const WEEK = ['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс']

interface MonthGridProps {
  month: Month
  /** The day that has the focus. */
  held: string
  open: string | null
  onOpen: (day: string) => void
  onKey: (event: KeyboardEvent<HTMLButtonElement>, day: adminCalendar.YearDay) => void
}

/** A month as in a wall calendar: weeks start on Monday, days off and shortened days are marked. */
export function MonthGrid({ month: { name, before, days }, held, open, onOpen, onKey }: MonthGridProps) {
  const work = workOf(days)
  return (
    <section aria-label={name}>
      <h2 className={classes.monthTitle}>
        <span className={classes.monthName}>{name}</span>
        <span className={classes.work}>
          {countOf(work.days, ['день', 'дня', 'дней'])} · {formatDuration(work.minutes)}
        </span>
      </h2>
      <div className={classes.week} aria-hidden>
        {WEEK.map((one) => (
          <span key={one}>{one}</span>
        ))}
      </div>
      <div className={classes.days}>
        {days.map((one, index) => (
          <button
            key={one.day}
            type="button"
            className={classes.day}
            style={index === 0 ? { gridColumnStart: before + 1 } : undefined}
            data-day={one.day}
            data-kind={kindOf(one)}
            data-rest={one.minutes === 0 || undefined}
            aria-label={yearDayInWords(one)}
            aria-expanded={open === one.day}
            title={one.name || undefined}
            tabIndex={one.day === held ? 0 : -1}
            onClick={() => onOpen(one.day)}
            onKeyDown={(event) => onKey(event, one)}
          >
            {Number(one.day.slice(8))}
          </button>
        ))}
      </div>
    </section>
  )
}
