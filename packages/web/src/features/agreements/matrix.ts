import type { agreements } from '@vypusk/contract'
import { daysUntil } from '../../ui/dates.ts'
import { companiesCount } from '../../components/shared/company/texts.ts'
import { countOf } from '../../ui/plural.ts'

type Cell = agreements.MatrixCell

/** Waits of more than a working week are counted separately. */
const LONG_WAIT = 5
/** A release further away than this does not need attention yet. */
const FAR_DAYS = 60

const WAIT = ['ждёт ответа', 'ждут ответа', 'ждут ответа'] as const

/** «12 ждут ответа, 3 дольше недели · 5 с замечаниями, которые держат». */
export function matrixInWords(cells: readonly Cell[]): string {
  const waits = cells.map(({ waiting_days }) => waiting_days).filter((days) => days !== null)
  const long = waits.filter((days) => days > LONG_WAIT).length
  const offers = cells.filter(({ offer }) => offer !== null).length
  const remarks = cells.filter(({ open_remarks }) => open_remarks.blocking > 0).length
  const waiting = `${countOf(waits.length, WAIT)}${long > 0 ? `, ${long} дольше недели` : ''}`
  return [
    waiting,
    offers > 0 ? `${offers} с предложенной датой` : '',
    remarks > 0 ? `${remarks} с замечаниями, которые держат` : '',
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Checks whether nothing has been arranged yet and the release is far away. */
export const isQuiet = (
  { status, agreement_id }: Pick<Cell, 'status' | 'agreement_id'>,
  plan_date: string,
  today: Date = new Date(),
): boolean => status === 0 && agreement_id === null && daysUntil(plan_date, today) > FAR_DAYS

/** The key of a cell. */
export const placeOf = (release_id: number, company_id: number): string => `${release_id}:${company_id}`

const RELEASES = ['релиз', 'релиза', 'релизов'] as const

/** «10 релизов × 40 компаний», with a note when releases are left out. */
export const sizeInWords = (releases: number, companies: number, total_releases: number): string =>
  [
    `${countOf(releases, RELEASES)} × ${companiesCount(companies)}`,
    total_releases > releases ? `ближайшие из ${total_releases.toLocaleString('ru-RU')}: уточните фильтры` : '',
  ]
    .filter(Boolean)
    .join(' · ')
