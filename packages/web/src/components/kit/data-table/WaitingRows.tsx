import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { countOf } from '../../../ui/plural.ts'
import classes from './Footer.module.css'

const NEW = ['новая', 'новые', 'новых'] as const

interface WaitingRowsProps {
  /** The number of new rows; 0 when only the order changed or rows are gone. */
  waiting: number
  onAccept: () => void
}

/** The button shown when others have changed the list, which is updated only when the person presses it. */
export const WaitingRows = ({ waiting, onAccept }: WaitingRowsProps) => (
  <span role="status" className={classes.waiting}>
    <Button variant="light" size="compact-sm" leftSection={<IconRefresh size={14} />} onClick={onAccept}>
      {waiting > 0 ? `Обновить: ${countOf(waiting, NEW)}` : 'Обновить: список изменился'}
    </Button>
  </span>
)
