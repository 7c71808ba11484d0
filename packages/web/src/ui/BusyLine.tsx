import classes from './BusyLine.module.css'

interface BusyLineProps {
  /** What is loading, for screen readers. */
  label: string
  /** Shown at the top of the window, above everything else; otherwise at the top of its container. */
  isOverAll?: boolean
}

/** A thin animated line that shows that the content is being updated. */
export const BusyLine = ({ label, isOverAll }: BusyLineProps) => (
  <div className={classes.line} data-over-all={isOverAll || undefined} role="progressbar" aria-label={label} />
)
