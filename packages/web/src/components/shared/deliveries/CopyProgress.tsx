import { Progress } from '@mantine/core'
import type { Delivery } from '@vypusk/contract'
import { formatSize } from '../../../ui/size.ts'
import classes from './Deliveries.module.css'

const WHOLE = 100

/** How much of a file has been copied, while it is being copied or waits to continue. */
export function CopyProgress({ delivery: { file, state } }: { delivery: Delivery }) {
  if (!file || state === 'sent' || file.copied === 0) return null
  const percent = Math.floor((file.copied / Math.max(file.size, 1)) * WHOLE)
  return (
    <div className={classes.progress}>
      <Progress value={percent} size="sm" aria-label={`Копирование файла ${file.file_name}`} className={classes.bar} />
      <span className={classes.at}>
        {formatSize(file.copied)} из {formatSize(file.size)}
      </span>
    </div>
  )
}
