import { UnstyledButton } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { files } from '@vypusk/contract'
import type { FileInfo } from '@vypusk/contract'
import { sentenceOf } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { toast } from '../../components/feedback/toast.tsx'
import { formatMoment } from '../../ui/dates.ts'
import { formatNumber } from '../../ui/duration.ts'
import { sanitizeName } from '../../ui/names.ts'
import classes from './ReleasePage.module.css'

const KILOBYTE = 1024
const MEGABYTE = KILOBYTE * KILOBYTE

/** «1,4 МБ». */
const sizeInWords = (bytes: number) =>
  bytes >= MEGABYTE
    ? `${formatNumber(Math.round((bytes / MEGABYTE) * 10) / 10)} МБ`
    : `${formatNumber(Math.ceil(bytes / KILOBYTE))} КБ`

/** Files to fetch: the browser saves each straight to disk by an address good for a minute. */
export function FileList({ files: list }: { files: readonly FileInfo[] }) {
  const { mutate } = useMutation({
    mutationFn: (id: number) => call(files.linkFile, { params: { id }, onRefusal: 'throw' }),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => toast.error(sentenceOf(error)),
  })
  return (
    <ul className={classes.files}>
      {list.map(({ id, file_name, version, size, uploaded }) => (
        <li key={id}>
          <UnstyledButton className={classes.file} onClick={() => mutate(id)}>
            {sanitizeName(file_name)}
          </UnstyledButton>
          <span className={classes.dim}>
            {[version && `версия ${version}`, sizeInWords(size), formatMoment(uploaded)].filter(Boolean).join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  )
}
