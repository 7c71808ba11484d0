import type { ReactNode } from 'react'
import classes from './Side.module.css'

interface SideProps {
  heading: string
  /** What screen readers call it, where that is shorter than the heading. */
  label?: string
  children: ReactNode
}

/** What stands at the right of the line: changes, the backlog. */
export const Side = ({ heading, label = heading, children }: SideProps) => (
  <aside className={classes.side} data-place={`planning.${label}`} aria-label={label}>
    <h2 className={classes.heading}>{heading}</h2>
    {children}
  </aside>
)
