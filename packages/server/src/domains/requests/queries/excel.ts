import { decodeName, requests } from '@vypusk/contract'
import type { Deps, Person } from '../../../platform/call.ts'
import { excelName, excelReply } from '../../../platform/excel.ts'
import type { ExcelColumn } from '../../../platform/excel-xml.ts'
import { readInParts } from '../../../platform/parts.ts'
import type { StreamReply } from '../../../platform/reply.ts'
import { countOf } from '../../../platform/page.ts'
import { asClientAsks } from '../policy.ts'
import { filtered, filtersOf } from './filter.ts'
import { idsInOrder, orderOf } from './order.ts'
import { rowsInOrder } from './rows.ts'
import { rareIn } from './syllables.ts'

type Row = requests.RequestRow
type Column = ExcelColumn<Row>

/** @param list the address of the list that opens a request by `?open=` */
const number = (list: string): Column => ({
  title: '№',
  width: 10,
  cell: ({ id }) => ({ number: id, href: `${list}?open=${id}` }),
})

const request: Column[] = [
  { title: 'Заявка', width: 60, cell: ({ e_title }) => e_title },
  { title: 'Компания', width: 28, cell: ({ company }) => decodeName(company.namecomp) },
  { title: 'Система', width: 20, cell: ({ module }) => module.system },
  { title: 'Модуль', width: 24, cell: ({ module }) => module.namemod },
  { title: 'Статус', width: 14, cell: ({ status }) => status.name },
  { title: 'Тип', width: 18, cell: ({ type }) => type.name },
  { title: 'Автор', width: 26, cell: ({ author }) => author.name },
  { title: 'Создана', width: 22, cell: ({ created_at }) => ({ moment: created_at }) },
  {
    title: 'Срочность',
    width: 14,
    cell: ({ urgency }) => requests.urgencyLabels[urgency as keyof typeof requests.urgencyLabels],
  },
  { title: 'Приоритет клиента', width: 12, cell: ({ priority }) => priority },
  { title: 'Платность', width: 13, cell: ({ isPaid }) => (isPaid ? 'Платная' : 'Бесплатная') },
  { title: 'Релиз', width: 30, cell: ({ release }) => release && release.title },
  { title: 'План релиза', width: 13, cell: ({ release }) => release && { day: release.plan_date } },
  { title: 'Прежний номер', width: 14, cell: ({ source_key }) => source_key },
]

const hours: Column = {
  title: 'Часы',
  width: 10,
  cell: ({ backlog_request: own }) => (own && own.planned_time !== null ? { minutes: own.planned_time } : null),
}

/** The columns for the provider. */
const backlog: Column[] = [
  { title: 'Приоритет', width: 11, cell: ({ backlog_request }) => backlog_request?.priority ?? null },
  hours,
  {
    title: 'Внесена в бэклог',
    width: 11,
    cell: ({ backlog_request: own }) => own && (own.inBacklog ? 'да' : 'нет'),
  },
  { title: 'Название в бэклоге', width: 50, cell: ({ backlog_request }) => backlog_request?.title ?? null },
]

/**
 * Exports every matching row to a workbook, without pages; a client's has no backlog, and hours only if they are open
 * to clients.
 */
export async function requestsExcel(
  { db, longDb, settings }: Deps,
  person: Person,
  listQuery: requests.RequestQuery,
  asClient: boolean,
): Promise<StreamReply> {
  const query = asClient ? asClientAsks(listQuery, person) : listQuery
  const rare = await rareIn(db, query.search_string)
  const filters = filtersOf(person, query, rare)
  const total = await countOf(filtered(db, filters))
  const parts = readInParts(longDb, {
    all: (snapshot) => idsInOrder(filtered(snapshot, filters), filters.viewer, orderOf(query)),
    each: (snapshot, ids) => rowsInOrder(snapshot, person, ids),
  })
  const columns = asClient
    ? [number(`${settings.publicUrl}/clientRequests`), ...request, ...(person.hours_open ? [hours] : [])]
    : [number(`${settings.publicUrl}/`), ...request, ...backlog]
  const name = excelName(asClient ? 'requests' : 'backlog_requests', query)
  return excelReply(name, { name: 'Заявки', columns, parts }, total)
}
