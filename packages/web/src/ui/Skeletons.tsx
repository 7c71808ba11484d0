import { Skeleton } from '@mantine/core'
import classes from './Skeletons.module.css'

/** Widths that look like text; the same at every draw, so that nothing jumps. */
const WIDTHS = ['82%', '64%', '73%', '55%', '90%', '68%']
export const textWidth = (place: number): string | undefined => WIDTHS[place % WIDTHS.length]

interface LinesProps {
  lines: number
  /** What is waited for, to whoever hears the screen; without it somebody else says so. */
  label?: string
}

/** Rows of text, as a list or a history will stand there. */
export const SkeletonLines = ({ lines, label }: LinesProps) => (
  <div {...(label ? { role: 'status', 'aria-label': label } : { 'aria-hidden': true })}>
    {Array.from({ length: lines }, (_, line) => (
      <div key={line} className={classes.line}>
        <Skeleton height={12} width={textWidth(line)} />
      </div>
    ))}
  </div>
)

/** Labels with their fields below. */
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
