import { Button, FileButton, Progress } from '@mantine/core'
import { sanitizeName } from '@vypusk/contract'
import type { FileInfo } from '@vypusk/contract'
import { useRef } from 'react'
import { saveAs } from '../../../api/download.ts'
import { formatSize } from '../../../ui/size.ts'
import classes from './FileCheck.module.css'
import { useFileCheck, type Checked } from './useFileCheck.ts'

const shown = ({ file_name }: FileInfo) => sanitizeName(file_name) || file_name

/** In the format of `sha256sum -c`. */
const saveSum = (file: FileInfo) =>
  saveAs(new Blob([`${file.sha256}  ${file.file_name}\n`], { type: 'text/plain' }), `${file.file_name}.sha256`)

function Result({ checked, file }: { checked: Checked; file: FileInfo }) {
  if (checked.kind === 'same') return <p className={classes.same}>Ваш файл совпадает с опубликованным.</p>
  if (checked.kind === 'unreadable')
    return (
      <p className={classes.different}>Файл не читается. Возможно, его изменили или переместили: выберите снова.</p>
    )
  if (checked.kind === 'different') {
    const why =
      checked.size === file.size
        ? 'сумма SHA-256 другая'
        : `его размер ${formatSize(checked.size)}, а опубликован файл размером ${formatSize(file.size)}`
    return <p className={classes.different}>Ваш файл отличается от опубликованного: {why}. Скачайте файл заново.</p>
  }
  return (
    <Progress
      value={checked.kind === 'reading' ? checked.share * 100 : 100}
      size="sm"
      w={160}
      aria-label={`Проверка файла ${shown(file)}`}
    />
  )
}

/**
 * Checks whether the person's own copy equals the published file: its SHA-256 is computed in the browser, and the file
 * is not sent.
 */
export function FileCheck({ publication, file }: { publication: number; file: FileInfo }) {
  const { checked, start } = useFileCheck(publication, file)
  const forget = useRef<() => void>(null)
  const choose = (own: File | null) => {
    // Resets the input, because a file that was downloaded again has the same name and must be selectable.
    forget.current?.()
    void start(own)
  }
  return (
    <div className={classes.check}>
      <FileButton resetRef={forget} onChange={choose} inputProps={{ 'aria-label': `Свой файл ${shown(file)}` }}>
        {(props) => (
          <Button
            {...props}
            size="compact-xs"
            variant="subtle"
            disabled={checked?.kind === 'reading' || checked?.kind === 'asking'}
            aria-label={`Проверить файл ${shown(file)}`}
          >
            Проверить файл
          </Button>
        )}
      </FileButton>
      <Button
        size="compact-xs"
        variant="subtle"
        aria-label={`Сохранить .sha256 файла ${shown(file)}`}
        onClick={() => saveSum(file)}
      >
        .sha256
      </Button>
      <div role="status">{checked && <Result checked={checked} file={file} />}</div>
    </div>
  )
}
