import { adminCompanies, decodeName, type QueryOf } from '@vypusk/contract'
import type { Deps } from '../../../platform/call.ts'
import type { ExcelColumn } from '../../../platform/documents/excel/xml.ts'
import { excelName } from '../../../platform/documents/excel.ts'
import { listReply } from '../../../platform/documents/excel/list.ts'
import type { StreamReply } from '../../../platform/reply.ts'
import { companies, filtersOf, idsInOrder, rows } from './companies.ts'

const { stateNames } = adminCompanies
type Column = ExcelColumn<adminCompanies.CompanyRow>

const columns = (publicUrl: string): Column[] => [
  {
    title: '№',
    width: 8,
    cell: ({ idcomp }) => ({ number: idcomp, href: `${publicUrl}/admin/companies?open=${idcomp}` }),
  },
  { title: 'Компания', width: 48, cell: ({ namecomp }) => decodeName(namecomp) },
  { title: 'Модулей', width: 10, cell: ({ modules_count }) => modules_count },
  { title: 'Людей', width: 10, cell: ({ people_count }) => people_count },
  { title: 'Состояние', width: 13, cell: ({ is_hidden }) => stateNames[is_hidden ? 'hidden' : 'active'] },
  { title: 'Создана', width: 22, cell: ({ created_at }) => ({ moment: created_at }) },
]

/** Exports every matching company to a workbook, without pages. */
export async function companiesExcel(deps: Deps, query: QueryOf<typeof adminCompanies.list>): Promise<StreamReply> {
  const filters = filtersOf(query)
  return listReply(
    deps,
    { file: excelName('companies', {}), name: 'Компании', columns: columns(deps.settings.publicUrl) },
    {
      all: (snapshot) => idsInOrder(snapshot, filters, query),
      each: (snapshot, ids) => rows.all(snapshot, { ids }),
      total: (db) => companies.total(db, filters),
    },
  )
}
