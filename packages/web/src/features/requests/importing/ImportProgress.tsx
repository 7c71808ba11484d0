import { Button, Group, Progress } from '@mantine/core'
import type { requests } from '@vypusk/contract'
import { formatNumber } from '../../../ui/duration.ts'
import classes from './Import.module.css'

interface ImportProgressProps {
  /** Share of the file that has been sent. */
  sent: number
  /** The server's progress with the rows; undefined before the first of them. */
  rows: requests.ImportProgress | undefined
  onCancel: () => void
}

const STAGES = {
  reading: 'Чтение файла',
  checking: 'Проверка строк',
  comparing: 'Сверка с тем, что уже есть',
  writing: 'Запись строк',
}
const PERCENT = 100

function stepOf(sent: number, rows: requests.ImportProgress | undefined) {
  if (sent < 1) return { name: 'Отправка файла', share: sent }
  if (!rows) return { name: 'Чтение файла', share: undefined }
  return { name: STAGES[rows.stage], share: rows.done / rows.total }
}

/** The progress of an import: sending the file, checking its rows, writing its rows. */
export function ImportProgress({ sent, rows, onCancel }: ImportProgressProps) {
  const { name, share } = stepOf(sent, rows)
  return (
    <div className={classes.progress}>
      <Group justify="space-between" gap="sm">
        <span className={classes.counts}>
          <span role="status">{name}</span>
          {rows && (
            <span className={classes.note}>
              {formatNumber(rows.done)} из {formatNumber(rows.total)} {rows.stage === 'reading' && 'КБ'}
            </span>
          )}
        </span>
        <Button variant="default" size="compact-sm" onClick={onCancel}>
          Остановить
        </Button>
      </Group>
      <Progress value={(share ?? 1) * PERCENT} animated={share === undefined} aria-label={name} />
    </div>
  )
}
