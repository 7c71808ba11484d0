import type { agreements, Company } from '@vypusk/contract'
import { daysUntil, today } from '../../../ui/dates.ts'
import { companiesCount } from '../../../components/shared/company/texts.ts'
import { countOf } from '../../../ui/plural.ts'

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
  now = today(),
): boolean => status === 0 && agreement_id === null && daysUntil(plan_date, now) > FAR_DAYS

/** The key of a cell. */
export const placeOf = (release_id: number, company_id: number): string => `${release_id}:${company_id}`

/** Heights of rows in pixels: two lines, and each one more; on a phone the counts of a release take two lines. */
const ROW = { desk: 46, phone: 64, line: 12 } as const
/** Widths of columns in pixels: room for «ждём 12 дн», and for each kind of mark beside it. */
const COLUMN = { word: 104, mark: 26 } as const

/** Checks whether a cell has a date and trials below its word. It is asked of all cells, so no date is written for it. */
const isTall = ({ offer, status, releaseDate, trials }: Cell) =>
  trials !== null && status >= 0 && (offer !== null || (status < 2 && releaseDate !== null))

/** The heights of the rows, which do not depend on what is in sight: rows would move while the matrix is scrolled. */
export function rowHeights(
  releases: readonly Pick<agreements.MatrixRelease, 'id'>[],
  cells: readonly Cell[],
  isPhone: boolean,
): number[] {
  const tall = new Set(cells.filter(isTall).map(({ release_id }) => release_id))
  return releases.map(({ id }) => (isPhone ? ROW.phone : ROW.desk + (tall.has(id) ? ROW.line : 0)))
}

/** The widths of the columns, for the same reason. */
export function columnWidths(companies: readonly Pick<Company, 'idcomp'>[], cells: readonly Cell[]): number[] {
  const markedBy = (kind: 'blocking' | 'other') =>
    new Set(cells.filter(({ open_remarks }) => open_remarks[kind] > 0).map(({ company_id }) => company_id))
  const marks = [markedBy('blocking'), markedBy('other')]
  return companies.map(({ idcomp }) => COLUMN.word + COLUMN.mark * marks.filter((of) => of.has(idcomp)).length)
}

const RELEASES = ['релиз', 'релиза', 'релизов'] as const

/** «10 релизов × 40 компаний», with a note when releases are left out. */
export const sizeInWords = (releases: number, companies: number, total_releases: number): string =>
  [
    `${countOf(releases, RELEASES)} × ${companiesCount(companies)}`,
    total_releases > releases ? `ближайшие из ${total_releases.toLocaleString('ru-RU')}: уточните фильтры` : '',
  ]
    .filter(Boolean)
    .join(' · ')
