import classes from './BusyLine.module.css'

interface BusyLineProps {
  /** What is on its way, for a screen reader. */
  label: string
  /** At the top of the window, above everything; otherwise of what it stands in. */
  isOverAll?: boolean
}

/** A thin running line: what is shown is being brought up to date. */
export const BusyLine = ({ label, isOverAll }: BusyLineProps) => (
  <div className={classes.line} data-over-all={isOverAll || undefined} role="progressbar" aria-label={label} />
)
