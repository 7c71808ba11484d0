import { agreements, type QueryOf, zoneWords } from '@vypusk/contract'
import type { Deps, Person } from '../../../platform/call.ts'
import { excelName } from '../../../platform/documents/excel.ts'
import { listReply } from '../../../platform/documents/excel/list.ts'
import type { ExcelColumn } from '../../../platform/documents/excel/xml.ts'
import type { StreamReply } from '../../../platform/reply.ts'
import { namesApart, type NamesApart } from '../../catalog/port.ts'
import { awaitedInWords } from '../rules/awaited.ts'
import { filtersOf } from './agreements.ts'
import { idsInOrder, rowsInOrder, totalOf } from './list.ts'

type Row = agreements.AgreementRow
type Column = ExcelColumn<Row>

const yesOrNo = (is: boolean) => (is ? 'да' : 'нет')

/** The time by the clock that the date is meant in, and by the company's own: «22:00 МСК · 05:00 пятница, Владивосток». */
const timeOf = ({ releaseDate: day, releaseTime: time, zone, company_zone }: Row) =>
  day && time ? zoneWords.timeInZones(zone, { day, time }, [company_zone]) : null

const release: Column = { title: 'Релиз', width: 48, cell: ({ details }) => details.title }
const date: Column[] = [
  { title: 'Дата установки', width: 14, cell: ({ releaseDate }) => releaseDate && { day: releaseDate } },
  { title: 'Время', width: 24, cell: timeOf },
]
const status = (isRivc: boolean): Column => ({
  title: 'Статус',
  width: 20,
  cell: (row) =>
    agreements.agreementStatusName(isRivc ? agreements.shownStatus(row) : agreements.shownToClient(row), isRivc),
})
const remarks: Column[] = [
  { title: 'Замечаний держат', width: 11, cell: ({ open_remarks }) => open_remarks.blocking },
  { title: 'Замечаний не держат', width: 11, cell: ({ open_remarks }) => open_remarks.other },
]

/** The columns of the provider's list. */
const staff = (publicUrl: string, called: NamesApart): Column[] => [
  { title: '№', width: 8, cell: ({ id }) => ({ number: id, href: `${publicUrl}/agreements/${id}` }) },
  release,
  { title: 'Компания', width: 28, cell: ({ company }) => called.company(company) },
  status(true),
  { title: 'Ожидание', width: 28, cell: awaitedInWords },
  { title: 'Ждём, рабочих дней', width: 11, cell: ({ waiting_days }) => waiting_days },
  ...date,
  { title: 'На тесте', width: 10, cell: ({ isPublishedOnTestEnv }) => yesOrNo(isPublishedOnTestEnv) },
  ...remarks,
  { title: 'Замечание', width: 48, cell: ({ remark }) => remark },
  { title: 'Изменено', width: 22, cell: ({ updated_at }) => ({ moment: updated_at }) },
]

/** The columns of the company's own list. */
const own = (publicUrl: string): Column[] => [
  { title: '№', width: 8, cell: ({ id }) => ({ number: id, href: `${publicUrl}/clientAgreements?open=${id}` }) },
  release,
  ...date,
  status(false),
  { title: 'Состав', width: 28, cell: ({ scope_change }) => scope_change && 'изменился после согласия' },
  ...remarks,
]

/** Exports every matching agreement to a workbook, without pages. */
export async function agreementsExcel(
  deps: Deps,
  person: Person,
  query: QueryOf<typeof agreements.list>,
): Promise<StreamReply> {
  const { order_by, isDesc, group_by } = query
  const filters = filtersOf(person, query, deps.clock.now())
  const { publicUrl } = deps.settings
  const columns = person.isRivc ? staff(publicUrl, await namesApart(deps.db)) : own(publicUrl)
  return listReply(
    deps,
    { file: excelName('agreements', query), name: 'Согласования', columns },
    {
      all: (snapshot) => idsInOrder(snapshot, filters, { order_by, isDesc, group_by }),
      each: (snapshot, ids) => rowsInOrder({ db: snapshot, clock: deps.clock }, person, ids),
      total: (db) => totalOf(db, filters),
    },
  )
}
