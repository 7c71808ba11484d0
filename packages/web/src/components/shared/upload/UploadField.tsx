import '@mantine/dropzone/styles.layer.css'
import { Dropzone } from '@mantine/dropzone'
import type { FileInfo } from '@vypusk/contract'
import { IconUpload } from '@tabler/icons-react'
import classes from './Upload.module.css'
import { UploadedRow, UploadingRow } from './UploadRows.tsx'
import type { Uploads } from './useUploads.ts'

interface UploadFieldProps {
  /** The accessible name of the file input: «Файлы заявки». */
  label: string
  /** The accessible name of the drop area: «Выбрать файлы заявки». */
  chooseLabel: string
  /** The part of the form they belong to. */
  place: string
  /** The uploaded files; none when uploaded files go to another list. */
  files?: readonly FileInfo[]
  uploads: Uploads
  onRemove?: (file: FileInfo) => void
  /** Versions can be entered; they matter for files that are handed over. */
  hasVersions?: boolean
  invitation?: string
  isDisabled?: boolean
}

const NONE: readonly FileInfo[] = []

/** Files of a form: those uploaded, those being uploaded, and a place to drop more. */
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
