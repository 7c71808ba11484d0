import { requests } from '@vypusk/contract'
import type { Db, Deps, Person } from '../../../platform/call.ts'
import { excelName, preparedReply } from '../../../platform/documents/excel.ts'
import type { ExcelLook, ExcelPart } from '../../../platform/documents/excel/xml.ts'
import { readInParts } from '../../../platform/documents/parts.ts'
import type { StreamReply } from '../../../platform/reply.ts'
import { countOf } from '../../../platform/page.ts'
import { namesApart, type NamesApart } from '../../catalog/port.ts'
import { asClientAsks } from '../policy.ts'
import { filtered, filtersOf } from './filter.ts'
import { nameIn, namesOf, type Names } from './names.ts'
import { idsInOrder, orderOf } from './order.ts'
import { columnsInOrder, type RowColumns } from './rows.ts'
import { rareIn } from './syllables.ts'

interface Column extends ExcelLook {
  /** The column of `RowColumns` with its values. */
  of: keyof RowColumns
  /** Returns the name of a value, if the values are ids. */
  named?: (names: Names, id: number) => string
}

/** @param list the address of the list that opens a request by `?open=` */
const number = (list: string): Column => ({ title: '№', width: 10, of: 'id', as: { link: `${list}?open=` } })

const titles = requests.fieldTitles

const requestColumns = (called: NamesApart): Column[] => [
  { title: 'Заявка', width: 60, of: 'e_title', as: 'text' },
  {
    title: titles.company,
    width: 28,
    of: 'idcomp',
    named: ({ company }, id) => called.company(nameIn(company, id)),
  },
  { title: 'Система', width: 20, of: 'idmod', named: ({ module }, id) => nameIn(module, id).system },
  { title: titles.module, width: 24, of: 'idmod', named: ({ module }, id) => nameIn(module, id).namemod },
  { title: titles.status, width: 14, of: 'status_id', named: ({ status }, id) => nameIn(status, id).name },
  { title: titles.type, width: 18, of: 'type_id', named: ({ type }, id) => nameIn(type, id).name },
  { title: titles.author, width: 26, of: 'author_id', named: ({ author }, id) => called.person(nameIn(author, id)) },
  { title: 'Создана', width: 22, of: 'created_at', as: 'moment' },
  { title: titles.urgency, width: 14, of: 'urgency', as: { words: requests.urgencyLabels } },
  { title: titles.priority, width: 12, of: 'priority', as: 'number' },
  { title: titles.isPaid, width: 13, of: 'isPaid', as: { words: requests.paidLabels } },
  { title: titles.release_id, width: 30, of: 'release_title', as: 'text' },
  { title: 'План релиза', width: 13, of: 'plan_date', as: 'day' },
  { title: 'Релиз закрыт', width: 12, of: 'called_off', as: { words: { true: 'без публикации' } } },
  { title: 'Прежний номер', width: 14, of: 'source_key', as: 'text' },
]

const hours: Column = { title: titles.planned_time, width: 10, of: 'planned_time', as: 'minutes' }

/** The columns for the provider; they are empty for a request without a backlog record. */
const backlog: Column[] = [
  { title: titles.backlog_priority, width: 11, of: 'backlog_priority', as: 'number' },
  hours,
  { title: titles.inBacklog, width: 11, of: 'inBacklog', as: { words: { true: 'да', false: 'нет' } } },
  { title: titles.backlog_title, width: 50, of: 'backlog_title', as: 'text' },
]

/** Returns which of the ids it is given have not been given before. */
function firstTimes(): (ids: number[]) => number[] {
  const given = new Set<number>()
  return (ids) => {
    const added = [...new Set(ids)].filter((id) => !given.has(id))
    for (const id of added) given.add(id)
    return added
  }
}

/**
 * Prepares the parts for the thread: the values as the database aggregated them, and the names of ids, each told once:
 * most parts have no new ones.
 */
function partsOf(columns: Column[]) {
  const each = columns.map((column) => ({ ...column, newIds: firstTimes() }))
  return async (db: Db, values: RowColumns): Promise<ExcelPart> => {
    const parsed = new Map<keyof RowColumns, number[]>()
    const idsOf = (column: keyof RowColumns): number[] => {
      const known = parsed.get(column) ?? (JSON.parse(values[column]) as number[])
      parsed.set(column, known)
      return known
    }
    const names = await namesOf(db, idsOf)
    return {
      rows: idsOf('id').length,
      columns: each.map(({ of, named, newIds }) => ({
        values: Buffer.from(values[of]),
        ...(named && { names: newIds(idsOf(of)).map((id): [number, string] => [id, named(names, id)]) }),
      })),
    }
  }
}

/**
 * Exports every matching row to a workbook, not only one page. A client's workbook has no backlog columns, and has
 * hours only if they are open to clients.
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
  const request = requestColumns(await namesApart(db))
  const columns = asClient
    ? [number(`${settings.publicUrl}/clientRequests`), ...request, ...(person.hours_open ? [hours] : [])]
    : [number(`${settings.publicUrl}/`), ...request, ...backlog]
  const partOf = partsOf(columns)
  const parts = readInParts(longDb, {
    all: (snapshot) => idsInOrder(filtered(snapshot, filters), filters.viewer, orderOf(query)),
    each: async (snapshot, ids) => partOf(snapshot, await columnsInOrder(snapshot, person, ids)),
  })
  const looks = columns.map(({ title, width, as }) => ({ title, width, ...(as && { as }) }))
  const name = excelName(asClient ? 'requests' : 'backlog_requests', query)
  return preparedReply(name, { name: 'Заявки', columns: looks, parts }, () => countOf(filtered(db, filters)))
}
