import { UnstyledButton } from '@mantine/core'
import { sanitizeName } from '@vypusk/contract'
import type { FileInfo } from '@vypusk/contract'
import { IconDownload } from '@tabler/icons-react'
import { useSaveFile } from '../../../components/shared/files/useSaveFile.ts'
import { formatDay } from '../../../ui/dates.ts'
import { formatSize } from '../../../ui/size.ts'
import panel from '../../../components/shared/page/Panel.module.css'
import classes from './RequestPanel.module.css'
import ruled from '../../../ui/Ruled.module.css'

/** The files of the request; a click downloads one. */
export function RequestFiles({ files }: { files: readonly FileInfo[] }) {
  const { mutate } = useSaveFile()
  return (
    <ul className={ruled.list}>
      {files.map(({ id, file_name, size, uploaded }) => (
        <li key={id} className={ruled.item}>
          <UnstyledButton
            className={classes.file}
            aria-label={`Скачать ${sanitizeName(file_name)}`}
            onClick={() => mutate(id)}
          >
            <IconDownload size={14} aria-hidden />
            <span className={panel.link}>{sanitizeName(file_name) || file_name}</span>
            <span className={classes.note}>
              {formatSize(size)} · {formatDay(uploaded)}
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
