import { decodeName, type deleted, type QueryOf } from '@vypusk/contract'
import type { Deps } from '../../../platform/call.ts'
import type { ExcelColumn } from '../../../platform/documents/excel/xml.ts'
import { listReply } from '../../../platform/documents/excel/list.ts'
import type { StreamReply } from '../../../platform/reply.ts'
import { KINDS } from '../rules/kinds.ts'
import { deletedInOrder, deletedRows, matchingOf, totalOf } from './deleted.ts'

const columns: ExcelColumn<deleted.DeletedRow>[] = [
  { title: 'Вид', width: 16, cell: ({ entity }) => KINDS.get(entity) ?? entity },
  { title: '№', width: 9, cell: ({ entity_id }) => entity_id },
  { title: 'Название', width: 60, cell: ({ title }) => decodeName(title) },
  { title: 'Кто удалил', width: 28, cell: ({ user }) => user && user.name },
  { title: 'Когда', width: 22, cell: ({ deleted_at }) => ({ moment: deleted_at }) },
]

/** Exports every matching deleted thing to a workbook, without pages. */
export async function deletedExcel(deps: Deps, query: QueryOf<typeof deleted.list>): Promise<StreamReply> {
  const filters = matchingOf(query)
  return listReply(
    deps,
    { file: 'deleted.xlsx', name: 'Удалённое', columns },
    {
      all: (snapshot) => deletedInOrder(snapshot, filters),
      each: (snapshot, ids) => deletedRows(snapshot, filters, ids),
      total: (db) => totalOf(db, filters),
    },
  )
}
