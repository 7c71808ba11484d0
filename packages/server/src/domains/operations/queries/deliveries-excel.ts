import { deliveryInWords, type deliveries, type QueryOf } from '@vypusk/contract'
import type { Deps } from '../../../platform/call.ts'
import type { ExcelColumn } from '../../../platform/documents/excel/xml.ts'
import { excelName } from '../../../platform/documents/excel.ts'
import { listReply } from '../../../platform/documents/excel/list.ts'
import type { StreamReply } from '../../../platform/reply.ts'
import { namesApart, type NamesApart } from '../../catalog/port.ts'
import { hrefOf } from '../../notices/port.ts'
import { KINDS } from '../rules/kinds.ts'
import { deliveryRows, idsInOrder, matchingOf, totalOf } from './deliveries.ts'

type Row = deliveries.DeliveryRow
type Column = ExcelColumn<Row>

/** The kinds of things that have a page of their own. */
const WITH_PAGE: ReadonlySet<string> = new Set([
  'request',
  'release',
  'agreement',
  'publication',
  'registry_entry',
  'user',
])

/** The number of the thing that was reported, for kinds that have a name. */
function thingOf({ entity, entity_id }: Row, publicUrl: string) {
  if (!KINDS.has(entity)) return null
  if (!WITH_PAGE.has(entity)) return entity_id
  return { number: entity_id, href: `${publicUrl}${hrefOf({ entity, entity_id, release_id: null }, true)}` }
}

const columns = (publicUrl: string, called: NamesApart): Column[] => [
  { title: '№', width: 9, cell: ({ id }) => id },
  { title: 'Состояние', width: 15, cell: deliveryInWords },
  { title: 'Кому, куда', width: 44, cell: ({ person, target }) => (person ? `${person.name} <${target}>` : target) },
  { title: 'Что', width: 48, cell: ({ subject }) => subject },
  { title: 'О чём', width: 16, cell: ({ entity }) => KINDS.get(entity) ?? null },
  { title: 'Номер', width: 9, cell: (row) => thingOf(row, publicUrl) },
  { title: 'Причина', width: 48, cell: ({ last_error }) => last_error },
  { title: 'Компания', width: 28, cell: ({ company }) => company && called.company(company) },
  { title: 'Попыток', width: 9, cell: ({ attempts }) => attempts },
  { title: 'Следующая', width: 22, cell: ({ next_at }) => next_at && { moment: next_at } },
  { title: 'Последняя', width: 22, cell: ({ at }) => ({ moment: at }) },
]

/** Exports every matching delivery to a workbook, without pages. */
export async function deliveriesExcel(deps: Deps, query: QueryOf<typeof deliveries.list>): Promise<StreamReply> {
  const matching = matchingOf(query)
  return listReply(
    deps,
    {
      file: excelName('deliveries', query),
      name: 'Доставки',
      columns: columns(deps.settings.publicUrl, await namesApart(deps.db)),
    },
    {
      all: (snapshot) => idsInOrder(snapshot, matching, query),
      each: (snapshot, ids) => deliveryRows(snapshot, ids),
      total: (db) => totalOf(db, matching),
    },
  )
}
