import { VisuallyHidden } from '@mantine/core'
import { IconMessage, IconMessageExclamation } from '@tabler/icons-react'
import type { threads } from '@vypusk/contract'
import type { ReactNode } from 'react'
import { hasOpen, heldInWords } from '../threads/texts.ts'
import classes from './OpenRemarks.module.css'

/** An open remark that holds the publication up, where there is no room for the word. */
export const RemarkMark = () => <IconMessageExclamation size={13} className={classes.mark} aria-hidden="true" />
/** One that does not. */
export const NoteMark = () => <IconMessage size={13} className={classes.mark} aria-hidden="true" />

/** A number where there is more than the mark says by itself. */
const Marked = ({ count, mark }: { count: number; mark: ReactNode }) =>
  count > 0 && (
    <span className={classes.marked} aria-hidden="true">
      {mark}
      {count > 1 && count}
    </span>
  )

interface OpenRemarksProps {
  open: threads.OpenRemarks
  /** What stands beside it says it in words already. */
  isSaid?: boolean
}

/** Remarks that are not closed: those that hold the publication up before those that do not. */
export const OpenRemarks = ({ open, isSaid = false }: OpenRemarksProps) =>
  hasOpen(open) && (
    <span className={classes.all} title={isSaid ? undefined : heldInWords(open)}>
      {!isSaid && <VisuallyHidden>{heldInWords(open)}</VisuallyHidden>}
      <Marked count={open.blocking} mark={<RemarkMark />} />
      <Marked count={open.other} mark={<NoteMark />} />
    </span>
  )
