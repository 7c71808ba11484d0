import { UnstyledButton } from '@mantine/core'
import { Section } from '../../../ui/Section.tsx'
import classes from './Charts.module.css'
import { isJanuary, monthInShort, monthInWords, withGaps, yearOf } from './months.ts'
import type { Month } from './months.ts'

const PERCENT = 100

interface MonthsProps {
  months: readonly Month[]
  onChoose: (month: string) => void
  isChosen: (month: string) => boolean
}

const Legend = () => (
  <span className={classes.legend}>
    <span className={classes.created}>создано</span>
    <span className={classes.released}>выпущено</span>
  </span>
)

/** The number of requests created and released by month; a click filters by the month of creation. */
export const Months = ({ months, onChoose, isChosen }: MonthsProps) => {
  const all = withGaps(months)
  const most = Math.max(1, ...all.flatMap(({ created, released }) => [created, released]))
  const height = (count: number) => ({ height: `${(count / most) * PERCENT}%` })
  return (
    <Section title="По месяцам" aside={<Legend />} level={2}>
      <ol
        className={classes.months}
        aria-label="По месяцам"
        style={{ gridTemplateColumns: `repeat(${all.length}, minmax(14px, 72px))` }}
      >
        {all.map(({ month, created, released }) => (
          <li key={month} className={classes.month}>
            <UnstyledButton
              className={classes.columns}
              aria-pressed={isChosen(month)}
              aria-label={`${monthInWords(month)}: создано ${created}, выпущено ${released}`}
              title={`${monthInWords(month)}: создано ${created}, выпущено ${released}`}
              onClick={() => onChoose(month)}
            >
              <span className={classes.created} style={height(created)} />
              <span className={classes.released} style={height(released)} />
            </UnstyledButton>
            <span className={classes.monthName} aria-hidden>
              {isJanuary(month) ? yearOf(month) : monthInShort(month).slice(0, 1)}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  )
}
