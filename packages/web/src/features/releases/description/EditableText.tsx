import { IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { IconAction } from '../../../ui/IconAction.tsx'
import classes from './Description.module.css'

interface EditableTextProps {
  /** The label of the pencil button: «Изменить текст заявки 12». */
  label: string
  /** Left out when the person may only read. */
  onEdit?: (() => void) | undefined
  children: ReactNode
}

/** A part of a document with a pencil button beside it, which is not printed. */
export const EditableText = ({ label, onEdit, children }: EditableTextProps) => (
  <div className={classes.piece}>
    <div className={classes.words}>{children}</div>
    {onEdit && (
      <IconAction label={label} className={classes.pencil} onClick={onEdit}>
        <IconPencil size={15} />
      </IconAction>
    )}
  </div>
)
