import { sql, type RawBuilder } from 'kysely'
import type { Ref, requests } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import { rememberedWhole } from '../../../platform/memory.ts'
import { priorityOptions, urgencyOptions } from '../rules.ts'
import type { filtered } from './filter.ts'

type Filtered = ReturnType<typeof filtered>
const LARGEST_COMPANIES = 20

/**
 * Counts of the filtered set by what charts show (api.md, "Requests and backlog"). A statement for
 * each, as each then reads the narrow index of its own column; all in one would read the table.
 */
export async function chartsOf(db: Db, set: Filtered): Promise<requests.RequestCharts> {
  const [names, status, type, urgency, priority, company, created, released] = await Promise.all([
    namesOf(db),
    countsBy(set, sql`q.status_id`),
    countsBy(set, sql`q.type_id`),
    countsBy(set, sql`q.urgency`),
    countsBy(set, sql`coalesce(q.priority, 0)`),
    countsBy(set, sql`q.idcomp`),
    createdByMonth(set),
    releasedByMonth(set),
  ])
  const byCompany = bars(company, names.companies).toSorted((a, b) => b.count - a.count || a.id - b.id)
  return {
    by_status: bars(status, names.statuses),
    by_type: bars(type, names.types),
    by_urgency: bars(urgency, urgencyOptions),
    by_priority: bars(priority, priorityOptions),
    by_company: byCompany.slice(0, LARGEST_COMPANIES),
    by_month: months(created, released),
  }
}

type Counts = Map<number, number>

async function countsBy(set: Filtered, key: RawBuilder<unknown>): Promise<Counts> {
  const rows = await set
    .select((eb) => [sql<number>`${key}`.as('id'), eb.fn.countAll<number>().as('count')])
    .groupBy(key)
    .execute()
  return new Map(rows.map(({ id, count }) => [id, count]))
}

const bars = (counts: Counts, options: Ref[]) =>
  options.flatMap(({ id, name }) => (counts.has(id) ? [{ id, name, count: counts.get(id) ?? 0 }] : []))

/** The expression the statistics requests_months were made for. */
const CREATED_MONTH = sql`date_trunc('month', q.created_at at time zone 'UTC')`
const PUBLISHED_MONTH = sql`date_trunc('month', r.published_at at time zone 'UTC')`
const monthOf = (moment: RawBuilder<unknown>) => sql<string>`to_char(${moment}, 'YYYY-MM')`.as('month')

const createdByMonth = (set: Filtered): Promise<Month[]> =>
  set
    .select((eb) => [monthOf(CREATED_MONTH), eb.fn.countAll<number>().as('count')])
    .groupBy(CREATED_MONTH)
    .execute()

const releasedByMonth = (set: Filtered): Promise<Month[]> =>
  set
    .innerJoin('releases_for_requests as r', 'r.id', 'q.release_id')
    .where('r.published_at', 'is not', null)
    .where('r.deleted_at', 'is', null)
    .select((eb) => [monthOf(PUBLISHED_MONTH), eb.fn.countAll<number>().as('count')])
    .groupBy(PUBLISHED_MONTH)
    .execute()

interface Month {
  month: string
  count: number
}

function months(created: Month[], released: Month[]): requests.RequestCharts['by_month'] {
  const rows = new Map<string, { created: number; released: number }>()
  const row = (month: string) => rows.get(month) ?? { created: 0, released: 0 }
  for (const { month, count } of created) rows.set(month, { ...row(month), created: count })
  for (const { month, count } of released) rows.set(month, { ...row(month), released: count })
  return [...rows].map(([month, both]) => ({ month, ...both })).toSorted((a, b) => a.month.localeCompare(b.month))
}

const statuses = rememberedWhole(['request_statuses'], (db) =>
  db.selectFrom('request_statuses').select(['id', 'name']).orderBy('order').orderBy('id').execute(),
)
const types = rememberedWhole(['request_types'], (db) =>
  db
    .selectFrom('request_types')
    .select(['id', 'name'])
    .orderBy('order', (order) => order.asc().nullsLast())
    .orderBy('id')
    .execute(),
)
const companies = rememberedWhole(['companies'], (db) =>
  db.selectFrom('shared_companies').select(['idcomp as id', 'namecomp as name']).execute(),
)

async function namesOf(db: Db) {
  const [ofStatuses, ofTypes, ofCompanies] = await Promise.all([statuses(db), types(db), companies(db)])
  return { statuses: ofStatuses, types: ofTypes, companies: ofCompanies }
}
