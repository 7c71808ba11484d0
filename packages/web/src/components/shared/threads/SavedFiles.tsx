import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { sanitizeName } from '@vypusk/contract'
import type { FileInfo } from '@vypusk/contract'
import { IconDownload } from '@tabler/icons-react'
import { formatSize } from '../../../ui/size.ts'
import type { Place } from './place.ts'
import classes from './Threads.module.css'

interface SavedFilesProps extends Pick<Place, 'saveFile'> {
  files: readonly FileInfo[]
}

/** The files of an entry; a click downloads one. */
export const SavedFiles = ({ files, saveFile }: SavedFilesProps) =>
  files.length > 0 && (
    <ul className={classes.files} aria-label="Файлы">
      {files.map(({ id, file_name, size }) => (
        <li key={id} className={classes.file}>
          <UnstyledButton className={classes.fetch} onClick={() => saveFile(id)}>
            <IconDownload size={14} aria-hidden />
            <VisuallyHidden>Скачать</VisuallyHidden>
            <span className={classes.fileName}>{sanitizeName(file_name) || file_name}</span>
            <span className={classes.note}>{formatSize(size)}</span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
