import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { FindBox } from '../finding/FindButton.tsx'
import { titleWith } from '../matters/texts.ts'
import { useWaitingKnown } from '../matters/useWaiting.ts'
import { PeopleHere } from '../presence/PeopleHere.tsx'
import classes from './Page.module.css'

interface PageProps {
  title: string
  /** What precedes the title: a link back. */
  before?: ReactNode
  /** Counts and marks after the title. */
  aside?: ReactNode
  /** Buttons on the right. */
  actions?: ReactNode
  /** Tabs, sets, filters: what stays while the content scrolls. */
  toolbar?: ReactNode
  children: ReactNode
}

/** The layout of every screen: title, counts, actions · toolbar · content that fills the window to the bottom. */
export function Page({ title, before, aside, actions, toolbar, children }: PageProps) {
  useDocumentTitle(titleWith(`${title} · Выпуск`, useWaitingKnown()))
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <div className={classes.lead}>
          {before && <div className={classes.before}>{before}</div>}
          <h1 className={classes.title}>{title}</h1>
          {aside && <div className={classes.aside}>{aside}</div>}
        </div>
        <PeopleHere />
        <div className={classes.actions}>
          <FindBox isBrief={before !== undefined} />
          {actions}
        </div>
      </header>
      {toolbar && <div className={classes.toolbar}>{toolbar}</div>}
      <div className={classes.content}>{children}</div>
    </div>
  )
}
