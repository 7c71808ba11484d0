import '@mantine/dropzone/styles.layer.css'
import { Dropzone } from '@mantine/dropzone'
import type { FileInfo } from '@vypusk/contract'
import { IconUpload } from '@tabler/icons-react'
import classes from './Upload.module.css'
import { UploadedRow, UploadingRow } from './UploadRows.tsx'
import type { Uploads } from './useUploads.ts'

interface UploadFieldProps {
  /** What the files are of, as a screen reader says it: «Файлы заявки». */
  label: string
  /** What the place to click is called: «Выбрать файлы заявки». */
  chooseLabel: string
  /** Where in the form they go. */
  place: string
  /** What the server has; none where they go on to another list as they arrive. */
  files?: readonly FileInfo[]
  uploads: Uploads
  onRemove?: (file: FileInfo) => void
  /** Versions can be told; they matter where files are handed over. */
  hasVersions?: boolean
  invitation?: string
  isDisabled?: boolean
}

const NONE: readonly FileInfo[] = []

/** Files of a form: those the server has, those on their way, and where to drop more. */
export const UploadField = ({
  label,
  chooseLabel,
  place,
  files = NONE,
  uploads,
  onRemove,
  hasVersions = false,
  invitation = 'Перетащите файлы сюда или нажмите, чтобы выбрать',
  isDisabled = false,
}: UploadFieldProps) => {
  const queue = uploads.queue.filter((one) => one.place === place)
  return (
    <>
      <ul className={classes.list} aria-label="Приложенные файлы">
        {files.map((file) => (
          <UploadedRow key={file.id} file={file} hasVersions={hasVersions} onRemove={() => onRemove?.(file)} />
        ))}
        {queue.map((one) => (
          <UploadingRow key={one.key} one={one} hasVersions={hasVersions} uploads={uploads} />
        ))}
      </ul>
      <Dropzone
        className={classes.drop}
        disabled={isDisabled}
        onDrop={(chosen) => uploads.add(place, chosen)}
        inputProps={{ 'aria-label': label }}
        aria-label={chooseLabel}
      >
        <span className={classes.invitation}>
          <IconUpload size={16} aria-hidden /> {invitation}
        </span>
      </Dropzone>
    </>
  )
}
