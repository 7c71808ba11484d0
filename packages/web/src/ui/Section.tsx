import type { ReactNode } from 'react'
import classes from './Section.module.css'

/** A titled part of a panel or a page. */
export const Section = ({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) => (
  <section className={classes.section}>
    <h3 className={classes.title}>
      {title}
      {aside !== undefined && <span className={classes.aside}>{aside}</span>}
    </h3>
    {children}
  </section>
)
