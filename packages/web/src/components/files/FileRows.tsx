import { Button } from '@mantine/core'
import { files as endpoints } from '@vypusk/contract'
import type { FileInfo } from '@vypusk/contract'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { sentenceOf } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { toast } from '../../components/feedback/toast.tsx'
import { formatMoment } from '../../ui/dates.ts'
import { sanitizeName } from '../../ui/names.ts'
import { formatSize } from '../../ui/size.ts'
import classes from './FileRows.module.css'

/** An address the browser saves a file from without holding it in memory. */
const fileLink = (id: number) => call(endpoints.linkFile, { params: { id }, onRefusal: 'throw' })

/** Lets the browser itself save it: nothing of the file passes through the page. */
function save(url: string) {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}

/** Files to fetch, each by a button. */
export function FileRows({ files }: { files: readonly FileInfo[] }) {
  const { mutate, isPending, variables } = useMutation({
    mutationFn: fileLink,
    onSuccess: ({ url }) => save(url),
    onError: (error) => toast.error(sentenceOf(error)),
  })
  return (
    <ul className={classes.list}>
      {files.map(({ id, file_name, version, size, sha256, uploaded }) => (
        <li key={id} className={classes.file}>
          <div className={classes.what}>
            <div className={classes.name} title={file_name}>
              {sanitizeName(file_name) || file_name}
            </div>
            <div className={classes.note}>
              {version && <span>версия {version}</span>}
              <span>{formatSize(size)}</span>
              <span>{formatMoment(uploaded)}</span>
              <span className={classes.hash} title={`SHA-256: ${sha256}`}>
                SHA-256 {sha256}
              </span>
            </div>
          </div>
          <Button
            variant="default"
            leftSection={<IconDownload size={14} aria-hidden />}
            loading={isPending && variables === id}
            aria-label={`Скачать ${sanitizeName(file_name)}`}
            onClick={() => mutate(id)}
          >
            Скачать
          </Button>
        </li>
      ))}
    </ul>
  )
}
