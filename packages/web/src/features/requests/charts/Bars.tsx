import { nameAmong } from '@vypusk/contract'
import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { formatNumber } from '../../../ui/duration.ts'
import { Section } from '../../../ui/Section.tsx'
import classes from './Charts.module.css'
import { requestsWord } from '../texts.ts'

export interface Bar {
  id: number
  name: string
  count: number
}

interface BarsProps {
  title: string
  bars: readonly Bar[]
  /** Ids the list is filtered by. */
  chosen: readonly number[]
  onToggle: (id: number) => void
}

const PERCENT = 100

/**
 * The number of requests of each kind. Every bar is a button that filters by it, so the chart works with the keyboard
 * and with screen readers as it does with the mouse.
 */
export const Bars = ({ title, bars, chosen, onToggle }: BarsProps) => {
  const named = bars.map((bar) => ({ ...bar, name: nameAmong(bars, bar) }))
  const most = Math.max(1, ...bars.map(({ count }) => count))
  return (
    <Section title={title} level={2}>
      <ul className={classes.bars} aria-label={title}>
        {named.map(({ id, name, count }) => (
          <li key={id}>
            <UnstyledButton className={classes.bar} aria-pressed={chosen.includes(id)} onClick={() => onToggle(id)}>
              <span className={classes.name} title={name}>
                {name}
              </span>
              <span className={classes.track}>
                <span className={classes.fill} style={{ width: `${(count / most) * PERCENT}%` }} />
              </span>
              <span className={classes.count}>
                {formatNumber(count)} <VisuallyHidden>{requestsWord(count)}</VisuallyHidden>
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </Section>
  )
}
