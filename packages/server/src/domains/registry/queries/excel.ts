import type { registry } from '@vypusk/contract'
import type { Deps, Person } from '../../../platform/call.ts'
import type { ExcelColumn } from '../../../platform/documents/excel/xml.ts'
import { excelName } from '../../../platform/documents/excel.ts'
import { listReply } from '../../../platform/documents/excel/list.ts'
import type { StreamReply } from '../../../platform/reply.ts'
import { countOf } from '../../../platform/page.ts'
import { namesApart, type NamesApart } from '../../catalog/port.ts'
import { TITLES, type ColumnKey } from '../rules.ts'
import { filtered, filtersOf, idsInOrder, orderOf } from './list.ts'
import { entryRows } from './rows.ts'
import { selfColumns } from './settings.ts'

type Cell = ExcelColumn<registry.RegistryEntry>['cell']

const cellsOf = (publicUrl: string, called: NamesApart): Record<ColumnKey, Cell> => ({
  number: ({ number }) => number,
  request: ({ request }) => request && { number: request.id, href: `${publicUrl}/clientRequests?open=${request.id}` },
  company: ({ company }) => called.company(company),
  title: ({ title }) => title,
  description: ({ description }) => description,
  step: ({ step }) => step.name,
  priority: ({ priority }) => priority,
  responsible: ({ responsible }) => responsible && called.person(responsible),
  boss: ({ boss }) => boss && called.person(boss),
  due_date: ({ due_date }) => due_date && { day: due_date },
  planned_time: ({ planned_time }) => (planned_time === null ? null : { minutes: planned_time }),
  last_client_comment: ({ last_client_comment }) => last_client_comment && last_client_comment.comment,
  last_rivc_comment: ({ last_rivc_comment }) => last_rivc_comment && last_rivc_comment.comment,
  author: ({ author }) => called.person(author),
  created_at: ({ created_at }) => ({ moment: created_at }),
  updated_at: ({ updated_at }) => ({ moment: updated_at }),
})

/** Converts the screen's pixels to Excel's characters. */
const PIXELS_A_CHARACTER = 7

/** A moment is exported with its time of day, which the screen leaves out: a narrower column would be unreadable. */
const MOMENT_CHARACTERS = 22
const MOMENTS: ReadonlySet<string> = new Set(['created_at', 'updated_at'])

/** The person's columns as on the screen: the chosen ones, in their order and widths. */
async function ownColumns({ db, settings }: Deps, person: Person): Promise<ExcelColumn<registry.RegistryEntry>[]> {
  const cells = cellsOf(settings.publicUrl, await namesApart(db))
  const { columns } = await selfColumns(db, person)
  return columns
    .filter(({ visible }) => visible)
    .toSorted((a, b) => Number(b.pinned) - Number(a.pinned) || a.order - b.order)
    .map(({ key, width }) => ({
      title: TITLES[key as ColumnKey],
      width: Math.max(Math.round(width / PIXELS_A_CHARACTER), MOMENTS.has(key) ? MOMENT_CHARACTERS : 0),
      cell: cells[key as ColumnKey],
    }))
}

/** Exports every matching entry to a workbook, without pages. */
export async function registryExcel(deps: Deps, person: Person, query: registry.EntryQuery): Promise<StreamReply> {
  const filters = filtersOf(person, query)
  return listReply(
    deps,
    { file: excelName('registry', query), name: 'Реестр', columns: await ownColumns(deps, person) },
    {
      all: (snapshot) => idsInOrder(filtered(snapshot, filters), orderOf(person, query)),
      each: (snapshot, ids) => entryRows(snapshot, person, ids),
      total: (db) => countOf(filtered(db, filters)),
    },
  )
}
