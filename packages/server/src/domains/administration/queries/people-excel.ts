import { adminPeople, decodeName, type QueryOf } from '@vypusk/contract'
import type { Deps } from '../../../platform/call.ts'
import type { ExcelColumn } from '../../../platform/documents/excel/xml.ts'
import { excelName } from '../../../platform/documents/excel.ts'
import { listReply } from '../../../platform/documents/excel/list.ts'
import type { StreamReply } from '../../../platform/reply.ts'
import { filtersOf, idsInOrder, people, rows } from './people.ts'

type Person = adminPeople.Person
type Column = ExcelColumn<Person>

const yesOrNo = (is: boolean) => (is ? 'да' : 'нет')

/** The companies of a client, the one they belong to first. */
const companiesOf = ({ company, further }: Person) =>
  company ? [company.namecomp, ...further].map(decodeName).join(', ') : 'сотрудник поставщика'

const titles = adminPeople.rightTitles

const columns = (publicUrl: string): Column[] => [
  { title: '№', width: 8, cell: ({ id }) => ({ number: id, href: `${publicUrl}/admin/people?open=${id}` }) },
  { title: 'Имя', width: 28, cell: ({ name }) => name },
  { title: 'Логин', width: 20, cell: ({ login }) => login },
  { title: 'Почта', width: 30, cell: ({ email }) => email },
  { title: 'Компания', width: 36, cell: companiesOf },
  { title: titles.isAdmin, width: 15, cell: ({ isAdmin }) => yesOrNo(isAdmin) },
  { title: titles.can_enter_registry, width: 21, cell: ({ can_enter_registry }) => yesOrNo(can_enter_registry) },
  { title: titles.can_create_registry, width: 26, cell: ({ can_create_registry }) => yesOrNo(can_create_registry) },
  { title: titles.can_edit_calendar, width: 19, cell: ({ can_edit_calendar }) => yesOrNo(can_edit_calendar) },
  { title: 'Состояние', width: 15, cell: (person) => adminPeople.stateNames[adminPeople.stateOf(person)] },
  { title: 'В системе', width: 22, cell: ({ last_seen_at }) => last_seen_at && { moment: last_seen_at } },
  { title: 'Создан', width: 22, cell: ({ created_at }) => ({ moment: created_at }) },
]

/** Exports everybody who matches to a workbook, without pages. */
export async function peopleExcel(deps: Deps, query: QueryOf<typeof adminPeople.list>): Promise<StreamReply> {
  const filters = filtersOf(query)
  return listReply(
    deps,
    { file: excelName('people', {}), name: 'Люди', columns: columns(deps.settings.publicUrl) },
    {
      all: (snapshot) => idsInOrder(snapshot, filters, query),
      each: (snapshot, ids) => rows.all(snapshot, { ids }),
      total: (db) => people.total(db, filters),
    },
  )
}
