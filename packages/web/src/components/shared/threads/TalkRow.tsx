import type { ReactNode } from 'react'
import { formatMoment } from '../../../ui/dates.ts'
import classes from './Talk.module.css'

/** The layout of a conversation, wherever there is one. */

export const TalkList = ({ label, children }: { label: string; children: ReactNode }) => (
  <ol className={classes.list} aria-label={label}>
    {children}
  </ol>
)

export const FreshMark = () => <span className={classes.fresh}>новое</span>

export const Mention = ({ children }: { children: string }) => <span className={classes.mention}>{children}</span>

interface TalkRowProps {
  who: string
  /** «поставщик», «клиент». */
  side: string
  /** ISO 8601. */
  at: string
  /** Written by the reader's side. */
  isOwn: boolean
  isFresh?: boolean
  /** Internal, for staff only. */
  isInternal?: boolean
  /** Shown beside the author and the time. */
  marks?: ReactNode
  children: ReactNode
}

/** One entry of a conversation. */
export const TalkRow = ({ who, side, at, isOwn, isFresh, isInternal, marks, children }: TalkRowProps) => (
  <li
    className={classes.row}
    data-own={isOwn || undefined}
    data-fresh={isFresh || undefined}
    data-internal={isInternal || undefined}
  >
    <div className={classes.head}>
      <span className={classes.who}>{who}</span>
      <span>{side}</span>
      <time dateTime={at}>{formatMoment(at)}</time>
      {marks}
    </div>
    {children}
  </li>
)
