import type { ReactNode } from 'react'
import classes from './Side.module.css'

interface SideProps {
  heading: string
  /** What screen readers call it, where that is shorter than the heading. */
  label?: string
  children: ReactNode
}

/** One below the other: beside each other they would leave the line no room. */
export const Sides = ({ children }: { children: ReactNode }) => <div className={classes.sides}>{children}</div>

/** What stands at the right of the line: changes, the backlog. */
export const Side = ({ heading, label = heading, children }: SideProps) => (
  <aside className={classes.side} data-place={`planning.${label}`} aria-label={label}>
    <h2 className={classes.heading}>{heading}</h2>
    {children}
  </aside>
)
