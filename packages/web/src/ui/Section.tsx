import type { ReactNode } from 'react'
import classes from './Section.module.css'

interface SectionProps {
  title: string
  aside?: ReactNode
  /** 2 right below a page's title, 3 in a panel with a title of its own. */
  level?: 2 | 3
  children: ReactNode
}

/** A titled part of a panel or a page. */
export function Section({ title, aside, level = 3, children }: SectionProps) {
  const Heading = `h${level}` as const
  return (
    <section className={classes.section}>
      <Heading className={classes.title}>
        {title}
        {aside !== undefined && <span className={classes.aside}>{aside}</span>}
      </Heading>
      {children}
    </section>
  )
}
