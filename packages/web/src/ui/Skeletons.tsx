import { Skeleton } from '@mantine/core'
import classes from './Skeletons.module.css'

/** Widths that look like text; they are the same at every render, so that nothing jumps. */
const WIDTHS = ['82%', '64%', '73%', '55%', '90%', '68%']
export const textWidth = (place: number): string | undefined => WIDTHS[place % WIDTHS.length]

interface LinesProps {
  lines: number
  /** What is loading, for screen readers; left out when something else announces it. */
  label?: string
}

/** Placeholder lines for a list or a history. */
export const SkeletonLines = ({ lines, label }: LinesProps) => (
  <div {...(label ? { role: 'status', 'aria-label': label } : { 'aria-hidden': true })}>
    {Array.from({ length: lines }, (_, line) => (
      <div key={line} className={classes.line}>
        <Skeleton height={12} width={textWidth(line)} />
      </div>
    ))}
  </div>
)

/** Placeholders for labelled fields. */
export const SkeletonFields = ({ fields }: { fields: number }) => (
  <div className={classes.fields} aria-hidden="true">
    {Array.from({ length: fields }, (_, field) => (
      <div key={field}>
        <Skeleton height={12} width="30%" mb={8} />
        <Skeleton height={34} />
      </div>
    ))}
  </div>
)
