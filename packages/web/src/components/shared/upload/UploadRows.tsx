import { Progress, TextInput } from '@mantine/core'
import { files, sanitizeName } from '@vypusk/contract'
import type { FileInfo } from '@vypusk/contract'
import { IconCheck, IconRefresh, IconX } from '@tabler/icons-react'
import { IconAction } from '../../../ui/IconAction.tsx'
import { formatSize } from '../../../ui/size.ts'
import { Tag } from '../../../ui/Tag.tsx'
import { mayStart } from './engine.ts'
import type { Uploading } from './engine.ts'
import { percentOf, stateOf } from './texts.ts'
import classes from './Upload.module.css'
import type { Uploads } from './useUploads.ts'
import quiet from '../../../ui/quiet.module.css'

const shown = (name: string): string => sanitizeName(name) || name

const rowClass = (hasVersions: boolean) => (hasVersions ? classes.row : `${classes.row} ${classes.plain}`)

interface UploadedRowProps {
  file: FileInfo
  hasVersions: boolean
  onRemove: () => void
}

/** An uploaded file. */
export const UploadedRow = ({
  file: { file_name, version, size, sha256 },
  hasVersions,
  onRemove,
}: UploadedRowProps) => (
  <li className={rowClass(hasVersions)}>
    <span className={classes.name} title={file_name}>
      {shown(file_name)}
    </span>
    {hasVersions && <span className={classes.version}>{version ? `версия ${version}` : 'без версии'}</span>}
    <span className={classes.size}>{formatSize(size)}</span>
    <span className={classes.state}>
      <span className={classes.tag}>
        <Tag tone="green" icon={<IconCheck size={12} aria-hidden />}>
          Загружен
        </Tag>
      </span>
      <span className={classes.hash} title={`SHA-256: ${sha256}`}>
        SHA-256 {sha256}
      </span>
    </span>
    <span className={classes.actions}>
      <IconAction label={`Удалить файл ${shown(file_name)}`} onClick={onRemove}>
        <IconX size={16} />
      </IconAction>
    </span>
  </li>
)

const State = ({ one }: { one: Uploading }) => {
  const status = stateOf(one)
  if (status) {
    const isBad = one.state === 'failed' || one.state === 'refused'
    return (
      <span className={isBad ? classes.failed : quiet.aside} role={isBad ? 'alert' : undefined}>
        {status}
      </span>
    )
  }
  const percent = percentOf(one)
  return (
    <>
      <Progress value={percent} size="sm" aria-label={`Загрузка файла ${one.name}`} className={classes.progress} />
      <span className={classes.percent}>{percent} %</span>
    </>
  )
}

interface UploadingRowProps {
  one: Uploading
  hasVersions: boolean
  uploads: Uploads
}

/** A chosen file: a field for its version, then its progress. */
export const UploadingRow = ({ one, hasVersions, uploads }: UploadingRowProps) => (
  <li className={rowClass(hasVersions)}>
    <span className={classes.name} title={one.name}>
      {shown(one.name)}
    </span>
    {hasVersions && (
      <TextInput
        className={classes.version}
        size="xs"
        placeholder="Версия"
        aria-label={`Версия файла ${one.name}`}
        maxLength={files.MAX_FILE_VERSION}
        value={one.version}
        disabled={!mayStart(one) || one.url !== null}
        onChange={(event) => uploads.setVersion(one.key, event.currentTarget.value)}
      />
    )}
    <span className={classes.size}>{formatSize(one.size)}</span>
    <span className={classes.state}>
      <State one={one} />
    </span>
    <span className={classes.actions}>
      {one.state === 'failed' && (
        <IconAction label={`Продолжить загрузку ${shown(one.name)}`} onClick={() => uploads.retry(one.key)}>
          <IconRefresh size={16} />
        </IconAction>
      )}
      <IconAction
        label={`${one.state === 'sending' ? 'Остановить загрузку' : 'Убрать файл'} ${shown(one.name)}`}
        onClick={() => uploads.cancel(one.key)}
      >
        <IconX size={16} />
      </IconAction>
    </span>
  </li>
)
