import '@mantine/dropzone/styles.layer.css'
import { Input, Progress } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import type { FileInfo } from '@vypusk/contract'
import { IconPaperclip, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { IconAction } from '../../ui/IconAction.tsx'
import { sanitizeName } from '../../ui/names.ts'
import { formatSize } from '../../ui/size.ts'
import classes from './NewRequest.module.css'
import type { Sending } from './useAttachments.ts'

const PERCENT = 100

interface AttachmentsProps {
  files: readonly FileInfo[]
  sending: readonly Sending[]
  error?: ReactNode
  onAdd: (files: File[]) => void
  onCancel: (key: number) => void
  onRemove: (file: FileInfo) => void
}

const Going = ({ one: { name, sent, message }, onCancel }: { one: Sending; onCancel: () => void }) => (
  <li className={classes.file}>
    <span className={classes.fileName}>{sanitizeName(name) || name}</span>
    {message === null ? (
      <Progress value={sent * PERCENT} size="sm" className={classes.progress} aria-label={`Загрузка файла ${name}`} />
    ) : (
      <span className={classes.failed} role="alert">
        {message}
      </span>
    )}
    <IconAction label={`Убрать файл ${name}`} onClick={onCancel}>
      <IconX size={16} />
    </IconAction>
  </li>
)

/** Files of a new request: chosen, dragged in, or pasted with Ctrl+V anywhere in the form. */
export const Attachments = ({ files, sending, error, onAdd, onCancel, onRemove }: AttachmentsProps) => (
  <Input.Wrapper label="Файлы" labelElement="div" size="sm" error={error}>
    <ul className={classes.files} aria-label="Приложенные файлы">
      {files.map((file) => (
        <li key={file.id} className={classes.file}>
          <span className={classes.fileName} title={file.file_name}>
            {sanitizeName(file.file_name) || file.file_name}
          </span>
          <span className={classes.size}>{formatSize(file.size)}</span>
          <IconAction label={`Убрать файл ${file.file_name}`} onClick={() => onRemove(file)}>
            <IconX size={16} />
          </IconAction>
        </li>
      ))}
      {sending.map((one) => (
        <Going key={one.key} one={one} onCancel={() => onCancel(one.key)} />
      ))}
    </ul>
    <Dropzone
      className={classes.drop}
      onDrop={onAdd}
      inputProps={{ 'aria-label': 'Файлы заявки' }}
      aria-label="Выбрать файлы заявки"
    >
      <span className={classes.invitation}>
        <IconPaperclip size={16} aria-hidden /> Перетащите файлы, нажмите для выбора или вставьте снимок: Ctrl+V
      </span>
    </Dropzone>
  </Input.Wrapper>
)
