import { Progress, TextInput } from '@mantine/core'
import type { FileInfo } from '@vypusk/contract'
import { IconCheck, IconX } from '@tabler/icons-react'
import { IconAction } from '../../ui/IconAction.tsx'
import { sanitizeName } from '../../ui/names.ts'
import { formatSize } from '../../ui/size.ts'
import { Tag } from '../../ui/Tag.tsx'
import classes from './FilesStep.module.css'
import { mayStart } from './useUploads.ts'
import type { Uploads, Waiting } from './useUploads.ts'

const PERCENT = 100
const LONGEST_VERSION = 100

/** A file the server has. */
export const UploadedRow = ({ file, onRemove }: { file: FileInfo; onRemove: () => void }) => (
  <li className={classes.row}>
    <span className={classes.name} title={file.file_name}>
      {sanitizeName(file.file_name) || file.file_name}
    </span>
    <span className={classes.version}>{file.version ? `версия ${file.version}` : 'без версии'}</span>
    <span className={classes.size}>{formatSize(file.size)}</span>
    <span className={classes.state}>
      <Tag tone="green" icon={<IconCheck size={12} aria-hidden />}>
        Загружен
      </Tag>
    </span>
    <IconAction label={`Удалить файл ${file.file_name}`} onClick={onRemove}>
      <IconX size={16} />
    </IconAction>
  </li>
)

const State = ({ waiting: { state, sent, message, file } }: { waiting: Waiting }) => {
  if (state === 'failed' || state === 'refused') return <span className={classes.failed}>{message}</span>
  if (state === 'waiting') return <span className={classes.dim}>Ждёт загрузки</span>
  const percent = Math.floor(sent * PERCENT)
  return (
    <>
      <Progress value={percent} size="sm" aria-label={`Загрузка файла ${file.name}`} className={classes.progress} />
      <span className={classes.percent}>{percent} %</span>
    </>
  )
}

/** A file that is chosen: its version, then how far it is. */
export const WaitingRow = ({ waiting, uploads }: { waiting: Waiting; uploads: Uploads }) => (
  <li className={classes.row}>
    <span className={classes.name} title={waiting.file.name}>
      {sanitizeName(waiting.file.name) || waiting.file.name}
    </span>
    <TextInput
      className={classes.version}
      size="xs"
      placeholder="Версия"
      aria-label={`Версия файла ${waiting.file.name}`}
      maxLength={LONGEST_VERSION}
      value={waiting.version}
      disabled={!mayStart(waiting)}
      onChange={(event) => uploads.setVersion(waiting.key, event.currentTarget.value)}
    />
    <span className={classes.size}>{formatSize(waiting.file.size)}</span>
    <span className={classes.state}>
      <State waiting={waiting} />
    </span>
    <IconAction
      label={`${waiting.state === 'sending' ? 'Остановить загрузку' : 'Убрать файл'} ${waiting.file.name}`}
      onClick={() => uploads.cancel(waiting.key)}
    >
      <IconX size={16} />
    </IconAction>
  </li>
)
