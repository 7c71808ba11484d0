import { requests, type planning } from '@vypusk/contract'
import type { Call } from '../../../platform/call.ts'
import { today } from '../../../platform/clock.ts'
import { excelReply, whole } from '../../../platform/documents/excel.ts'
import { linesInCell } from '../../../platform/documents/excel/text.ts'
import type { ExcelColumn } from '../../../platform/documents/excel/xml.ts'
import { plannedInWords } from '../../../platform/text/plain-text.ts'
import type { StreamReply } from '../../../platform/reply.ts'
import { namesApart, type NamesApart } from '../../catalog/port.ts'
import { specialDays, unfilledIn } from '../../calendars/port.ts'
import { inProgress } from './preview.ts'

type Column = ExcelColumn<planning.PlanningRelease>

const columnsFor = (list: string, called: NamesApart): Column[] => [
  { title: '№', width: 8, cell: ({ id }) => ({ number: id, href: `${list}/${id}` }) },
  { title: 'Релиз', width: 48, cell: ({ title }) => title },
  { title: 'Этап', width: 22, cell: ({ step }) => step.name_step },
  { title: 'Начало', width: 12, cell: ({ start_date }) => ({ day: start_date }) },
  { title: 'План', width: 12, cell: ({ plan_date }) => ({ day: plan_date }) },
  { title: 'Плановые часы', width: 11, cell: ({ planned_time }) => ({ minutes: planned_time }) },
  { title: 'Часы заявок', width: 11, cell: ({ planned_requests_time }) => ({ minutes: planned_requests_time }) },
  { title: requests.fieldTitles.backlog_priority, width: 10, cell: ({ priority }) => priority },
  { title: 'Согласовали', width: 11, cell: ({ readiness }) => readiness.agreed },
  { title: 'Ждём всего', width: 11, cell: ({ readiness }) => readiness.expected },
  {
    title: 'Даты установки',
    width: 48,
    inLines: true,
    cell: ({ installations }) =>
      linesInCell(installations.map((one) => `${called.company(one)}: ${plannedInWords(one)}`)),
  },
  { title: 'Люди', width: 36, cell: ({ users }) => users.map(called.person).join(', ') },
]

/** What the dates of releases leave out; the workbook has this column only if there is anything to say. */
function unaccounted(rows: planning.PlanningRelease[], calendar: Awaited<ReturnType<typeof specialDays>>): Column[] {
  const missing = new Map(
    rows.map(({ id, start_date, plan_date }) => [id, unfilledIn(calendar, start_date, plan_date)]),
  )
  if ([...missing.values()].every((all) => all.length === 0)) return []
  return [{ title: 'Календарь', width: 48, inLines: true, cell: ({ id }) => linesInCell(missing.get(id) ?? []) }]
}

/** Exports the releases in progress to a workbook. */
export async function planningExcel({ deps, person }: Call): Promise<StreamReply> {
  const { db, clock, settings } = deps
  const [rows, calendar] = await Promise.all([inProgress({ db, clock }, person), specialDays(db)])
  const columns = [
    ...columnsFor(`${settings.publicUrl}/releases`, await namesApart(db)),
    ...unaccounted(rows, calendar),
  ]
  const table = { name: 'Планирование', columns, parts: whole(rows) }
  return excelReply(`planning_${today(clock)}.xlsx`, table, async () => rows.length)
}
