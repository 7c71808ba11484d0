import { requests } from '@vypusk/contract'
import classes from './UrgencyBars.module.css'

const BARS = [1, 2, 3, 4]

/** Returns the brief's word for an urgency of 1–4. */
export const urgencyName = (urgency: number): string =>
  requests.urgencyLabels[urgency as keyof typeof requests.urgencyLabels] ?? String(urgency)

/** One to four bars with the word beside them. */
export const UrgencyBars = ({ urgency }: { urgency: number }) => (
  <span className={classes.urgency}>
    <svg width="18" height="11" viewBox="0 0 18 11" data-urgency={urgency} className={classes.bars} aria-hidden="true">
      {BARS.map((bar) => (
        <rect
          key={bar}
          x={(bar - 1) * 5}
          y={9 - bar * 2}
          width="3"
          height={2 + bar * 2}
          rx="1"
          data-on={bar <= urgency || undefined}
        />
      ))}
    </svg>
    {urgencyName(urgency)}
  </span>
)
