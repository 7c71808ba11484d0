import { agreements, releases } from '@vypusk/contract'
import type { Company } from '@vypusk/contract'
import type { Db, Deps, Person } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { excelName } from '../../../platform/documents/excel.ts'
import { listReply } from '../../../platform/documents/excel/list.ts'
import { linesInCell } from '../../../platform/documents/excel/text.ts'
import type { ExcelColumn } from '../../../platform/documents/excel/xml.ts'
import type { StreamReply } from '../../../platform/reply.ts'
import { countOf } from '../../../platform/page.ts'
import { seesHours } from '../../../platform/person.ts'
import { namesApart, type NamesApart } from '../../catalog/port.ts'
import { fromBreaks } from '../rules/texts.ts'
import { filtered, filtersOf, inOrder, orderOf } from './list.ts'
import { rowsInOrder } from './rows.ts'
import { changedCompanies } from './scopes.ts'

/** A release with the companies whose agreed scope has changed since. */
type Row = releases.ReleaseRow & { changed: Company[] }
type Column = ExcelColumn<Row>

const named = (names: string[]) => names.join(', ')

/** @param list the address of the list below which a release opens */
const identity = (list: string): Column[] => [
  { title: '№', width: 8, cell: ({ id }) => ({ number: id, href: `${list}/${id}` }) },
  { title: 'Релиз', width: 48, cell: ({ title }) => title },
  { title: 'Этап', width: 22, cell: releases.stepInWords },
  { title: 'Начало', width: 12, cell: ({ start_date }) => ({ day: start_date }) },
  { title: 'План', width: 12, cell: ({ plan_date }) => ({ day: plan_date }) },
  { title: 'Опубликован', width: 22, cell: ({ published_at }) => published_at && { moment: published_at } },
  { title: 'Заявки', width: 9, cell: ({ requests_count }) => requests_count },
]

const content: Column[] = [
  { title: 'Системы', width: 24, cell: ({ systems }) => named(systems.map(({ namesys }) => namesys)) },
  { title: 'Модули', width: 36, cell: ({ modules }) => named(modules.map(({ namemod }) => namemod)) },
  { title: 'Кратко', width: 48, inLines: true, cell: ({ short_description }) => fromBreaks(short_description) },
]

const own: Column = {
  title: 'Согласование',
  width: 22,
  cell: ({ companies: [company] }) =>
    company ? agreements.agreementStatusName(agreements.shownToClient(company), false) : null,
}

const hours: Column[] = [
  { title: 'Плановые часы', width: 11, cell: ({ planned_time }) => ({ minutes: planned_time }) },
  { title: 'Часы заявок', width: 11, cell: ({ planned_requests_time }) => ({ minutes: planned_requests_time }) },
]

/** The columns for the provider. */
const staff = (called: NamesApart): Column[] => [
  {
    title: 'Компании',
    width: 60,
    inLines: true,
    cell: ({ companies }) =>
      linesInCell(
        companies.map(
          (company) => `${called.company(company)}: ${agreements.agreementStatusName(agreements.shownStatus(company))}`,
        ),
      ),
  },
  {
    title: 'Состав изменился',
    width: 36,
    inLines: true,
    cell: ({ changed }) => linesInCell(changed.map(called.company)),
  },
  { title: 'Люди', width: 36, cell: ({ users }) => named(users.map(called.person)) },
  { title: 'Автор', width: 24, cell: ({ author }) => called.person(author) },
  { title: 'Виден клиентам', width: 10, cell: ({ is_visible_for_client }) => (is_visible_for_client ? 'да' : 'нет') },
  { title: 'Создан', width: 22, cell: ({ created_at }) => ({ moment: created_at }) },
]

/** Adds the companies with a changed scope, for staff only: only they settle it. */
async function withChanges(db: Db, { isRivc }: Person, rows: releases.ReleaseRow[]): Promise<Row[]> {
  const ids = rows.map(({ id }) => id)
  const changed = isRivc ? await changedCompanies(db, ids) : new Set<string>()
  return rows.map((row) => ({
    ...row,
    changed: row.companies.filter(({ idcomp }) => changed.has(`${row.id} ${idcomp}`)),
  }))
}

/** Exports every matching release to a workbook, without pages; a client's contains only its own part. */
export async function releasesExcel(
  deps: Deps,
  person: Person,
  listQuery: releases.ReleaseQuery,
): Promise<StreamReply> {
  const filters = await filtersOf(deps.db, person, listQuery)
  const now = momentOf(deps.clock)
  const columns = [
    ...identity(`${deps.settings.publicUrl}/releases`),
    ...(seesHours(person) ? hours : []),
    ...(person.isRivc ? staff(await namesApart(deps.db)) : [own]),
    ...content,
  ]
  return listReply(
    deps,
    { file: excelName('releases', listQuery), name: 'Релизы', columns },
    {
      all: (snapshot) => inOrder(snapshot, filters, orderOf(person, listQuery)).select('releases.id'),
      each: async (snapshot, ids) => withChanges(snapshot, person, await rowsInOrder(snapshot, person, ids, now)),
      total: (db) => countOf(filtered(db, filters)),
    },
  )
}
