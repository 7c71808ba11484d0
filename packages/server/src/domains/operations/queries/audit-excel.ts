import { decodeName, valueInWords, type audit } from '@vypusk/contract'
import type { Deps } from '../../../platform/call.ts'
import type { ExcelColumn } from '../../../platform/documents/excel/xml.ts'
import { excelName } from '../../../platform/documents/excel.ts'
import { listReply } from '../../../platform/documents/excel/list.ts'
import { momentInWords } from '../../../platform/text/plain-text.ts'
import type { StreamReply } from '../../../platform/reply.ts'
import { countOf } from '../../../platform/page.ts'
import { KINDS } from '../rules/kinds.ts'
import { auditRows, wholeAudit } from './audit.ts'

const recorded = (value: unknown, field: string) => valueInWords(value, field, momentInWords)

const columns: ExcelColumn<audit.AuditRow>[] = [
  { title: 'Когда', width: 22, cell: ({ at }) => ({ moment: at }) },
  { title: 'Кто', width: 28, cell: ({ user }) => user.name },
  { title: 'Вид', width: 16, cell: ({ entity }) => KINDS.get(entity) ?? entity },
  { title: '№', width: 9, cell: ({ entity_id }) => entity_id },
  { title: 'Что', width: 40, cell: ({ thing }) => decodeName(thing) },
  { title: 'Поле', width: 24, cell: ({ title }) => title },
  { title: 'Было', width: 40, cell: ({ before, field }) => recorded(before, field) },
  { title: 'Стало', width: 40, cell: ({ after, field }) => recorded(after, field) },
  { title: 'Примечание', width: 30, cell: ({ note }) => note },
]

/** Exports the whole filtered log to a workbook. */
export async function auditExcel(deps: Deps, query: audit.AuditQuery): Promise<StreamReply> {
  return listReply(
    deps,
    { file: excelName('audit', query), name: 'Журнал', columns },
    {
      all: (snapshot) => wholeAudit(snapshot, query),
      each: (snapshot, ids) => auditRows(snapshot, ids),
      total: (db) => countOf(db.selectFrom(wholeAudit(db, query).as('found'))),
    },
  )
}
