import { Button } from '@mantine/core'
import { sanitizeName } from '@vypusk/contract'
import type { FileInfo } from '@vypusk/contract'
import { IconDownload, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatMoment } from '../../../ui/dates.ts'
import { IconAction } from '../../../ui/IconAction.tsx'
import { formatSize } from '../../../ui/size.ts'
import classes from './FileRows.module.css'
import { useSaveFile } from './useSaveFile.ts'

interface FileRowsProps {
  files: readonly FileInfo[]
  /** A note about a file. */
  noteOf?: (file: FileInfo) => string | undefined
  /** What is shown below a file, such as further actions. */
  renderBelow?: (file: FileInfo) => ReactNode
  /** Returns a function that removes a file; undefined for one that cannot be removed. */
  removing?: (file: FileInfo) => (() => void) | undefined
  /** The files can no longer be downloaded. */
  isShownOnly?: boolean
}

const shown = ({ file_name }: Pick<FileInfo, 'file_name'>) => sanitizeName(file_name) || file_name

interface WhatProps {
  file: FileInfo
  note: string | undefined
  below: ReactNode
}

const What = ({ file, note, below }: WhatProps) => (
  <div className={classes.what}>
    <div className={classes.name} title={file.file_name}>
      {shown(file)}
    </div>
    <div className={classes.note}>
      {note && <span className={classes.remark}>{note}</span>}
      {file.version && <span>версия {file.version}</span>}
      <span>{formatSize(file.size)}</span>
      <span>{formatMoment(file.uploaded)}</span>
      <span className={classes.hash} title={`SHA-256: ${file.sha256}`}>
        SHA-256 {file.sha256}
      </span>
    </div>
    {below}
  </div>
)

/** Keeps its space when a file cannot be removed, so that the other buttons stay aligned. */
const Removal = ({ name, onRemove }: { name: string; onRemove: (() => void) | undefined }) =>
  onRemove ? (
    <IconAction label={`Убрать файл ${name}`} onClick={onRemove}>
      <IconX size={16} />
    </IconAction>
  ) : (
    <span className={classes.stays} />
  )

/** Files with a button each to download them. */
export function FileRows({ files, noteOf, renderBelow, removing, isShownOnly = false }: FileRowsProps) {
  const { mutate, isPending, variables } = useSaveFile()
  return (
    <ul className={classes.list}>
      {files.map((file) => (
        <li key={file.id} className={classes.file}>
          <What file={file} note={noteOf?.(file)} below={renderBelow?.(file)} />
          {!isShownOnly && (
            <Button
              variant="default"
              leftSection={<IconDownload size={14} aria-hidden />}
              loading={isPending && variables === file.id}
              aria-label={`Скачать ${shown(file)}`}
              onClick={() => mutate(file.id)}
            >
              Скачать
            </Button>
          )}
          {removing && <Removal name={shown(file)} onRemove={removing(file)} />}
        </li>
      ))}
    </ul>
  )
}
