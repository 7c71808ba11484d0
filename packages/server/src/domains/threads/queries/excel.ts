import type { threads } from '@vypusk/contract'
import type { Deps, Person } from '../../../platform/call.ts'
import { today } from '../../../platform/clock.ts'
import { excelName } from '../../../platform/documents/excel.ts'
import { listReply } from '../../../platform/documents/excel/list.ts'
import type { ExcelColumn } from '../../../platform/documents/excel/xml.ts'
import type { StreamReply } from '../../../platform/reply.ts'
import { namesApart, type NamesApart } from '../../catalog/port.ts'
import { stateNames } from '../rules.ts'
import { filtersOf, idsInOrder, rowsOf, totals } from './list.ts'

type Column = ExcelColumn<threads.ThreadRow>

const columns = (publicUrl: string, called: NamesApart): Column[] => [
  {
    title: '№',
    width: 10,
    cell: ({ id, entity_id }) => ({ number: id, href: `${publicUrl}/agreements/${entity_id}` }),
  },
  { title: 'Замечание', width: 60, cell: ({ text }) => text },
  { title: 'Релиз', width: 30, cell: ({ title }) => title },
  { title: 'Компания', width: 28, cell: ({ company }) => called.company(company) },
  { title: 'Кто написал', width: 26, cell: ({ user }) => called.person(user) },
  { title: 'Когда', width: 22, cell: ({ created_at }) => ({ moment: created_at }) },
  { title: 'Отвечает', width: 26, cell: ({ owner }) => owner && called.person(owner) },
  { title: 'Ответить до', width: 13, cell: ({ due }) => due && { day: due } },
  { title: 'Просрочено', width: 12, cell: ({ is_late }) => (is_late ? 'да' : 'нет') },
  { title: 'Держит публикацию', width: 12, cell: ({ blocks }) => (blocks ? 'да' : 'нет') },
  { title: 'Состояние', width: 14, cell: ({ state }) => stateNames[state] },
  { title: 'Записей', width: 9, cell: ({ entries_count }) => entries_count },
]

/** Exports every matching remark to a workbook, without pages. */
export async function threadsExcel(deps: Deps, person: Person, query: threads.ThreadQuery): Promise<StreamReply> {
  const day = today(deps.clock)
  const filters = filtersOf(query, person, day)
  return listReply(
    deps,
    {
      file: excelName('remarks', {}),
      name: 'Замечания',
      columns: columns(deps.settings.publicUrl, await namesApart(deps.db)),
    },
    {
      all: (snapshot) => idsInOrder(snapshot, filters, query),
      each: (snapshot, ids) => rowsOf(snapshot, ids, day),
      total: async (db) => (await totals.one(db, filters)).total,
    },
  )
}
