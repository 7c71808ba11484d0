import type { publications, QueryOf } from '@vypusk/contract'
import type { Deps, Person } from '../../../platform/call.ts'
import { excelName } from '../../../platform/documents/excel.ts'
import { listReply } from '../../../platform/documents/excel/list.ts'
import type { ExcelColumn } from '../../../platform/documents/excel/xml.ts'
import type { StreamReply } from '../../../platform/reply.ts'
import { eyesOf } from '../../access/port.ts'
import { namesApart, type NamesApart } from '../../catalog/port.ts'
import { filtersOf, idsInOrder, orderOf, rows, totalOf } from './list.ts'

type Column = ExcelColumn<publications.PublicationRow>

const named = (names: string[]) => names.join(', ')

const MEGABYTE = 1024 * 1024
/** To hundredths, but never nothing for a file that has something in it. */
const megabytes = (bytes: number) => Math.ceil((bytes / MEGABYTE) * 100) / 100

/** @param list the address below which a publication opens */
const identity = (list: string): Column[] => [
  { title: '№', width: 8, cell: ({ id }) => ({ number: id, href: `${list}/${id}` }) },
  { title: 'Релизы', width: 48, cell: ({ releases }) => named(releases.map(({ title }) => title)) },
  { title: 'Отозвана', width: 10, cell: ({ is_withdrawn }) => (is_withdrawn ? 'да' : 'нет') },
  { title: 'Опубликовано', width: 22, cell: ({ created_at }) => ({ moment: created_at }) },
]

const content: Column[] = [
  { title: 'Модули', width: 36, cell: ({ modules }) => named(modules.map(({ namemod }) => namemod)) },
  { title: 'Файлы', width: 8, cell: ({ files_count }) => files_count },
  { title: 'Объём, МБ', width: 11, cell: ({ files_size }) => megabytes(files_size) },
]

const companies = (called: NamesApart): Column => ({
  title: 'Компании',
  width: 60,
  cell: ({ customers }) => named(customers.map(called.company)),
})

/** How far the letters and copies of a publication have come, for the provider. */
const deliveries: Column[] = [
  { title: 'Дошло', width: 9, cell: ({ deliveries: { sent } }) => sent },
  { title: 'В пути', width: 9, cell: ({ deliveries: { queued } }) => queued },
  { title: 'Ошибок', width: 9, cell: ({ deliveries: { failed } }) => failed },
]

const author = (called: NamesApart): Column => ({ title: 'Автор', width: 24, cell: (row) => called.person(row.author) })

/** Exports every matching publication to a workbook, without pages; a client's contains only its own part. */
export async function publicationsExcel(
  deps: Deps,
  person: Person,
  query: QueryOf<typeof publications.listPublications>,
): Promise<StreamReply> {
  const viewer = eyesOf(person)
  const matching = { viewer, filters: filtersOf(query) }
  const called = await namesApart(deps.db)
  const columns = [
    ...identity(`${deps.settings.publicUrl}/publication`),
    ...(person.isRivc ? [companies(called), ...content, ...deliveries] : content),
    author(called),
  ]
  return listReply(
    deps,
    { file: excelName('publications', query), name: 'Публикации', columns },
    {
      all: (snapshot) => idsInOrder(snapshot, matching, orderOf(query)),
      each: (snapshot, ids) => rows.all(snapshot, { viewer, ids }),
      total: (db) => totalOf(db, matching),
    },
  )
}
