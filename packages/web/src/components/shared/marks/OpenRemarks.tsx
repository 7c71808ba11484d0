import { VisuallyHidden } from '@mantine/core'
import { IconMessage, IconMessageExclamation } from '@tabler/icons-react'
import type { threads } from '@vypusk/contract'
import type { ReactNode } from 'react'
import { hasOpen, heldInWords } from '../threads/texts.ts'
import classes from './OpenRemarks.module.css'

/** The mark of an open remark that blocks publication. */
export const RemarkMark = () => <IconMessageExclamation size={13} className={classes.mark} aria-hidden="true" />
/** The mark of an open remark that does not. */
export const NoteMark = () => <IconMessage size={13} className={classes.mark} aria-hidden="true" />

/** The mark, with a number when there is more than one. */
const Marked = ({ count, mark }: { count: number; mark: ReactNode }) =>
  count > 0 && (
    <span className={classes.marked} aria-hidden="true">
      {mark}
      {count > 1 && count}
    </span>
  )

interface OpenRemarksProps {
  open: threads.OpenRemarks
  /** The text beside the mark says it already. */
  isDecorative?: boolean
}

/** The marks of open remarks: first those that block publication, then those that do not. */
export const OpenRemarks = ({ open, isDecorative = false }: OpenRemarksProps) =>
  hasOpen(open) && (
    <span className={classes.all} title={isDecorative ? undefined : heldInWords(open)}>
      {!isDecorative && <VisuallyHidden>{heldInWords(open)}</VisuallyHidden>}
      <Marked count={open.blocking} mark={<RemarkMark />} />
      <Marked count={open.other} mark={<NoteMark />} />
    </span>
  )
