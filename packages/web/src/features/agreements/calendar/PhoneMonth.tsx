import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { agreements, type calendar } from '@vypusk/contract'
import { AgreementDot } from '../../../components/shared/marks/AgreementStatus.tsx'
import { formatLongDay } from '../../../ui/dates.ts'
import { countOf } from '../../../ui/plural.ts'
import { Agenda } from './Agenda.tsx'
import type { Item } from './api.ts'
import classes from './PhoneMonth.module.css'
import { isSameMonth, WEEKDAYS, weeksOf } from './period.ts'
import type { Period } from './period.ts'
import { noteOfDay, isDayOff } from './texts.ts'

interface PhoneMonthProps {
  period: Period
  day: string
  items: readonly Item[]
  days: readonly calendar.CalendarDay[]
  open: number | null
  onDay: (day: string) => void
  onOpen: (id: number) => void
}

const AGREEMENTS = ['согласование', 'согласования', 'согласований'] as const
/** The number of marks that fit below a day's number. */
const MARKS = 3

/** A month on a narrow screen: marks in the days, and the chosen day's agreements below. */
export function PhoneMonth({ period, day, items, days, open, onDay, onOpen }: PhoneMonthProps) {
  const byDay = Map.groupBy(items, ({ releaseDate }) => releaseDate)
  const about = new Map(days.map((one) => [one.day, one]))
  const planned = byDay.get(day) ?? []
  return (
    <div className={classes.phone}>
      <div className={classes.phoneWeekdays} aria-hidden="true">
        {WEEKDAYS.map(([short]) => (
          <span key={short}>{short}</span>
        ))}
      </div>
      <div className={classes.phoneDays} role="group" aria-label={period.title}>
        {weeksOf(period)
          .flat()
          .map((one) => {
            const here = byDay.get(one) ?? []
            return (
              <UnstyledButton
                key={one}
                className={classes.phoneDay}
                data-off={isDayOff(about.get(one)) || undefined}
                data-outside={!isSameMonth(one, day) || undefined}
                aria-pressed={one === day}
                onClick={() => onDay(one)}
              >
                <VisuallyHidden>
                  {[formatLongDay(one), noteOfDay(about.get(one)), countOf(here.length, AGREEMENTS)]
                    .filter(Boolean)
                    .join(', ')}
                </VisuallyHidden>
                <span aria-hidden="true">{Number(one.slice(8))}</span>
                <span className={classes.phoneMarks} aria-hidden="true">
                  {here.slice(0, MARKS).map((item) => (
                    <AgreementDot key={item.id} status={agreements.shownStatus(item)} />
                  ))}
                </span>
              </UnstyledButton>
            )
          })}
      </div>
      {planned.length > 0 ? (
        <Agenda items={planned} days={days} open={open} onOpen={onOpen} />
      ) : (
        <p className={classes.phoneNone}>{formatLongDay(day)}: установок нет</p>
      )}
    </div>
  )
}
