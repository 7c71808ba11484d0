import type { ReactNode } from 'react'
import classes from './Side.module.css'

interface SideProps {
  heading: string
  /** The accessible name, when it is shorter than the heading. */
  label?: string
  children: ReactNode
}

/** The panels are placed below one another; beside each other they would leave no room for the time line. */
export const Sides = ({ children }: { children: ReactNode }) => <div className={classes.sides}>{children}</div>

/** A panel to the right of the time line: changes, the backlog. */
export const Side = ({ heading, label = heading, children }: SideProps) => (
  <aside className={classes.side} data-place={`planning.${label}`} aria-label={label}>
    <h2 className={classes.heading}>{heading}</h2>
    {children}
  </aside>
)
