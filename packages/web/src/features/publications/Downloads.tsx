import { sanitizeName } from '@vypusk/contract'
import type { publications } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { useFullNames } from '../../components/shared/marks/full-names.ts'
import { formatMoment } from '../../ui/dates.ts'
import { Section } from '../../ui/Section.tsx'
import { downloadsQuery } from './api.ts'
import classes from './Downloads.module.css'
import { NotLoaded } from './receipts/NotLoaded.tsx'
import { timesInWords } from './texts.ts'
import quiet from '../../ui/quiet.module.css'

type Download = publications.PublicationDownload

const Row = ({ file, user, companyName, last_at, times, isWhole }: Download & { companyName: string }) => (
  <tr>
    <td>
      {user.name}
      <div className={quiet.note}>{companyName}</div>
    </td>
    <td title={file.file_name}>{sanitizeName(file.file_name) || file.file_name}</td>
    <td className={classes.when}>
      {formatMoment(last_at)}
      <div className={quiet.note}>
        {!isWhole && <span className={classes.broken}>Не до конца</span>}
        {isWhole && times > 1 && timesInWords(times)}
      </div>
    </td>
  </tr>
)

/** Who has downloaded what, and which companies have not yet; for staff. */
export function Downloads({ publication }: { publication: publications.Publication }) {
  const { data, error, refetch } = useQuery(downloadsQuery(publication.id))
  const nameOf = useFullNames(data?.downloads.flatMap(({ company }) => company ?? []))
  if (error && !data) return <NotLoaded title="Скачивания" error={error} onRetry={() => void refetch()} />
  if (!data) return null
  if (data.downloads.length === 0) return null
  return (
    <Section title="Скачивания" aside={data.downloads.length}>
      <table className={classes.table} aria-label="Скачивания">
        <thead>
          <tr>
            <th scope="col">Кто</th>
            <th scope="col">Файл</th>
            <th scope="col">Когда</th>
          </tr>
        </thead>
        <tbody>
          {data.downloads.map((one) => (
            <Row
              key={`${one.file.id} ${one.user.id} ${one.company?.idcomp}`}
              {...one}
              companyName={one.company ? nameOf(one.company) : 'Сотрудник'}
            />
          ))}
        </tbody>
      </table>
    </Section>
  )
}
