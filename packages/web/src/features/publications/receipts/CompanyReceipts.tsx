import { sanitizeName } from '@vypusk/contract'
import type { publications, receipts } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { useFullNames } from '../../../components/shared/marks/full-names.ts'
import { formatMoment } from '../../../ui/dates.ts'
import { Section } from '../../../ui/Section.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { companyReceiptsQuery } from '../api.ts'
import {
  COPIES,
  copiedOf,
  fetchedOf,
  fetchedOfAll,
  isFetched,
  LETTERS,
  letterOf,
  openedOf,
  reminderOf,
  verifiedOf,
  wordOf,
} from './company-receipts.ts'
import classes from './CompanyReceipts.module.css'
import { FetchReminders } from './FetchReminders.tsx'
import { NotLoaded } from './NotLoaded.tsx'
import { Receipts } from './Receipts.tsx'
import quiet from '../../../ui/quiet.module.css'

type Row = receipts.CompanyReceipt
type Publication = publications.Publication

/** «письмо принято 05.03.2026 12:00 · страницу не открывали». */
const personInWords = ({ letter, opened_at }: Row['people'][number]) =>
  [
    letter ? `${LETTERS[letter.state]} ${formatMoment(letter.at)}` : 'без письма',
    opened_at ? `страница открыта ${formatMoment(opened_at)}` : 'страницу не открывали',
  ].join(' · ')

const fileInWords = ({ copy, fetched_at, verified_at }: Row['files'][number]) =>
  [
    ...(copy ? [`${COPIES[copy.state]} ${formatMoment(copy.at)}`] : []),
    fetched_at ? `скачан ${formatMoment(fetched_at)}` : 'не скачан',
    ...(verified_at ? [`проверен ${formatMoment(verified_at)}`] : []),
  ].join(' · ')

interface CompanyProps {
  row: Row
  publication: Publication
}

/** The company's confirmations for each release, which staff can also record for it. */
const Words = ({ row: { company }, publication: { id, list } }: CompanyProps) =>
  list.map((item) => (
    <div key={item.idx}>
      {list.length > 1 && <div className={quiet.note}>{item.release.title}</div>}
      <Receipts publication={id} item={item} isRivc of={company.idcomp} />
    </div>
  ))

const Details = ({ people, files }: Row) => (
  <dl className={classes.details}>
    {people.map((person) => (
      <div key={`person ${person.user.id}`}>
        <dt>{person.user.name}</dt>
        <dd className={quiet.note}>{personInWords(person)}</dd>
      </div>
    ))}
    {files.map((file) => (
      <div key={`file ${file.file.id}`}>
        <dt>{sanitizeName(file.file.file_name) || file.file.file_name}</dt>
        <dd className={quiet.note}>{fileInWords(file)}</dd>
      </div>
    ))}
  </dl>
)

/** One company: its progress, with its people and files in the details. */
function Company({ row, publication }: CompanyProps) {
  const stated = [
    letterOf(row),
    copiedOf(row),
    openedOf(row),
    fetchedOf(row),
    verifiedOf(row),
    wordOf(row, publication.list),
    reminderOf(row),
  ]
  return (
    <li>
      <details className={classes.company}>
        <summary className={classes.summary}>
          <span className={classes.name}>{useFullNames()(row.company)}</span>
          <span className={classes.stated}>
            {stated.map(
              (one) =>
                one && (
                  <Tag key={one.text} tone={one.tone}>
                    {one.text}
                  </Tag>
                ),
            )}
          </span>
        </summary>
        <div className={classes.behind}>
          <Words row={row} publication={publication} />
          <Details {...row} />
          <FetchReminders publication_id={publication.id} row={row} />
        </div>
      </details>
    </li>
  )
}

/**
 * The state of the publication at each company, for staff; companies that have not downloaded their files come first.
 */
export function CompanyReceipts({ publication }: { publication: Publication }) {
  const { data, error, refetch } = useQuery(companyReceiptsQuery(publication.id))
  if (error && !data) return <NotLoaded title="Компании" error={error} onRetry={() => void refetch()} />
  if (!data || data.companies.length === 0) return null
  const [late, done] = [data.companies.filter((row) => !isFetched(row)), data.companies.filter(isFetched)]
  return (
    <Section title="Компании" aside={fetchedOfAll(data.companies) ?? data.companies.length}>
      <ul className={classes.list} aria-label="Что получили компании">
        {[...late, ...done].map((row) => (
          <Company key={row.company.idcomp} row={row} publication={publication} />
        ))}
      </ul>
    </Section>
  )
}
