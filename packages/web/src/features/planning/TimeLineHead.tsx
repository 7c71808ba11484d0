import { dayAndMonth } from '../../ui/dates.ts'
import classes from './Planning.module.css'
import { leftOf, mondays, months, SHADED_FROM, type Scale } from './scale.ts'
import { monthName } from './texts.ts'

/** Months above, Mondays below. */
export const Head = ({ scale }: { scale: Scale }) => (
  <div className={classes.head} aria-hidden="true">
    <div className={classes.corner} />
    <div className={classes.days}>
      {months(scale).map(({ month, left, width }) => (
        <span key={month} className={classes.month} style={{ left, width }}>
          <span>{monthName(month)}</span>
        </span>
      ))}
      {scale.px >= SHADED_FROM &&
        mondays(scale).map((monday) => (
          <span key={monday} className={classes.week} style={{ left: leftOf(scale, monday), width: 7 * scale.px }}>
            {dayAndMonth(monday)}
          </span>
        ))}
    </div>
  </div>
)
