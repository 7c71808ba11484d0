import { agreements, decodeName, nameAmong, type QueryOf } from '@vypusk/contract'
import type { Deps, Person } from '../../../platform/call.ts'
import { excelName, excelReply, whole } from '../../../platform/documents/excel.ts'
import type { ExcelColumn } from '../../../platform/documents/excel/xml.ts'
import { plannedInWords } from '../../../platform/text/plain-text.ts'
import type { StreamReply } from '../../../platform/reply.ts'
import { companyNumbers } from '../../catalog/port.ts'
import { awaitedInWords } from '../rules/awaited.ts'
import { matrixOf } from './matrix.ts'

interface Row extends agreements.MatrixRelease {
  /** By company. */
  cells: Map<number, agreements.MatrixCell>
}
type Column = ExcelColumn<Row>

/** What a cell of the screen shows, in lines: the state, the date, what is awaited, remarks, trials. */
function cellInWords(cell: agreements.MatrixCell): string {
  const { waiting_days, open_remarks, trials } = cell
  return [
    agreements.agreementStatusName(agreements.shownStatus(cell)),
    cell.releaseDate ? plannedInWords(cell) : '',
    waiting_days === null ? awaitedInWords(cell) : `ждём ответа, рабочих дней: ${waiting_days}`,
    open_remarks.blocking > 0 ? `замечаний держат: ${open_remarks.blocking}` : '',
    open_remarks.other > 0 ? `замечаний не держат: ${open_remarks.other}` : '',
    trials && cell.status >= 0 ? `проверено на тесте: ${trials.tried} из ${trials.total}` : '',
  ]
    .filter(Boolean)
    .join('\n')
}

/** @param list the address below which a release opens */
const releaseColumns = (list: string): Column[] => [
  { title: '№', width: 8, cell: ({ id }) => ({ number: id, href: `${list}/${id}` }) },
  { title: 'Релиз', width: 48, cell: ({ title }) => title },
  { title: 'План', width: 12, cell: ({ plan_date }) => ({ day: plan_date }) },
  { title: 'Согласовали', width: 11, cell: ({ agreed }) => agreed },
  { title: 'Ждём всего', width: 11, cell: ({ expected }) => expected },
]

/** The number and the title stay in view beside the companies. */
const PINNED = 2

const columnOf = (title: string, id: number): Column => ({
  title,
  width: 28,
  inLines: true,
  cell: ({ cells }) => {
    const cell = cells.get(id)
    return cell ? cellInWords(cell) : null
  },
})

/** Exports the matrix to a workbook: releases down, companies across, as on the screen. */
export async function matrixExcel(
  deps: Deps,
  person: Person,
  query: QueryOf<typeof agreements.matrix>,
): Promise<StreamReply> {
  const { releases, companies, cells } = await matrixOf(deps, person, query)
  const byRelease = Map.groupBy(cells, ({ release_id }) => release_id)
  const rows = releases.map((release) => ({
    ...release,
    cells: new Map(byRelease.get(release.id)?.map((cell) => [cell.company_id, cell])),
  }))
  const named = companies.map(({ idcomp, namecomp }) => ({ id: idcomp, name: decodeName(namecomp) }))
  const numberOf = await companyNumbers(deps.db)
  // Beside each other both have a number, as on the screen.
  const titleOf = (one: (typeof named)[number]) =>
    nameAmong(named, one) === one.name ? one.name + numberOf(one.id) : nameAmong(named, one)
  const columns = [
    ...releaseColumns(`${deps.settings.publicUrl}/releases`),
    ...named.map((company) => columnOf(titleOf(company), company.id)),
  ]
  const table = { name: 'Матрица согласований', columns, pinned: PINNED, parts: whole(rows) }
  return excelReply(excelName('agreement_matrix', query), table, async () => rows.length)
}
