import { Skeleton } from '@mantine/core'
import classes from './calendar.module.css'

const MONTHS = 12
/** The height of five or six weeks, in pixels. */
const MONTH_HEIGHT = 190

/** Placeholders for the twelve months. */
export const WaitingYear = () => (
  <div className={classes.scroll} role="status" aria-label="Загрузка календаря" aria-busy>
    <div className={classes.year}>
      {Array.from({ length: MONTHS }, (_, month) => (
        <div key={month}>
          <Skeleton height={14} width="40%" mb={8} />
          <Skeleton height={MONTH_HEIGHT} />
        </div>
      ))}
    </div>
  </div>
)
