import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { sanitizeName } from '@vypusk/contract'
import type { FileInfo } from '@vypusk/contract'
import { IconDownload } from '@tabler/icons-react'
import { useSaveFile } from '../../../components/shared/files/useSaveFile.ts'
import { formatDay } from '../../../ui/dates.ts'
import { formatSize } from '../../../ui/size.ts'
import panel from '../../../components/shared/page/Panel.module.css'
import classes from './RequestPanel.module.css'
import ruled from '../../../ui/Ruled.module.css'

function File({ file: { id, file_name, size, uploaded } }: { file: FileInfo }) {
  const { mutate } = useSaveFile()
  const name = sanitizeName(file_name) || file_name
  return (
    <UnstyledButton className={classes.file} onClick={() => mutate(id)}>
      <IconDownload size={14} aria-hidden />
      <VisuallyHidden>Скачать</VisuallyHidden>
      <span className={classes.fileWhat}>
        <span className={panel.link}>{name}</span>
        <span className={classes.note}>
          {formatSize(size)} · {formatDay(uploaded)}
        </span>
      </span>
    </UnstyledButton>
  )
}

/** The files of the request; a click downloads one. */
export const RequestFiles = ({ files }: { files: readonly FileInfo[] }) => (
  <ul className={ruled.list}>
    {files.map((file) => (
      <li key={file.id} className={ruled.item}>
        <File file={file} />
      </li>
    ))}
  </ul>
)
