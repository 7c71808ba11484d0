import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './PlainPage.module.css'

interface PlainPageProps {
  icon: ReactNode
  title: string
  children: ReactNode
  actions: ReactNode
}

/** A page with only a message and links. */
export function PlainPage({ icon, title, children, actions }: PlainPageProps) {
  useDocumentTitle(`${title} · Выпуск`)
  return (
    <main className={classes.page}>
      {icon}
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.text}>{children}</p>
      <div className={classes.actions}>{actions}</div>
    </main>
  )
}
