import { Button, FileButton } from '@mantine/core'
import { sanitizeName } from '@vypusk/contract'
import type { FileInfo } from '@vypusk/contract'
import { IconPaperclip, IconX } from '@tabler/icons-react'
import { IconAction } from '../../../ui/IconAction.tsx'
import { formatSize } from '../../../ui/size.ts'
import type { Attaching } from './place.ts'
import classes from './Threads.module.css'

interface AttachmentsProps {
  files: readonly FileInfo[]
  attaching: Attaching
  /** They are on their way to the server with their text. */
  isSending: boolean
  onRemove: (file: FileInfo) => void
}

const shown = (name: string): string => sanitizeName(name) || name

/** Files of the entry being written: those already uploaded and those being uploaded. */
export const Attachments = ({ files, attaching: { underWay, cancel, add }, isSending, onRemove }: AttachmentsProps) => (
  <div className={classes.attachments}>
    <ul className={classes.files} aria-label="Приложенные файлы">
      {files.map((file) => (
        <li key={file.id} className={classes.file}>
          <span className={classes.fileName}>{shown(file.file_name)}</span>
          <span className={classes.note}>{formatSize(file.size)}</span>
          <IconAction
            label={`Убрать файл ${shown(file.file_name)}`}
            disabled={isSending}
            onClick={() => onRemove(file)}
          >
            <IconX size={16} />
          </IconAction>
        </li>
      ))}
      {underWay.map(({ key, name, status, isBad }) => (
        <li key={key} className={classes.file}>
          <span className={classes.fileName}>{shown(name)}</span>
          <span className={isBad ? classes.failed : classes.note} role={isBad ? 'alert' : undefined}>
            {status}
          </span>
          <IconAction label={`Убрать файл ${shown(name)}`} onClick={() => cancel(key)}>
            <IconX size={16} />
          </IconAction>
        </li>
      ))}
    </ul>
    <FileButton multiple disabled={isSending} onChange={add} inputProps={{ 'aria-label': 'Файлы' }}>
      {(props) => (
        <Button
          {...props}
          disabled={isSending}
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPaperclip size={15} aria-hidden />}
        >
          Приложить файлы
        </Button>
      )}
    </FileButton>
  </div>
)
