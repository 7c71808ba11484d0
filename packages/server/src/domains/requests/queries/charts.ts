import { sql } from 'kysely'
import type { Ref, requests } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import { priorityOptions, urgencyOptions } from '../rules.ts'
import type { filtered } from './filter.ts'

type Filtered = ReturnType<typeof filtered>
const LARGEST_COMPANIES = 20

/** Counts of the filtered set by what charts show (api.md, "Requests and backlog"). */
export async function chartsOf(db: Db, set: Filtered): Promise<requests.RequestCharts> {
  const [groups, released, names] = await Promise.all([groupsOf(set), releasedByMonth(set), namesOf(db)])
  const counted = (key: keyof Omit<Group, 'count' | 'month'>) =>
    new Map(groups.flatMap((group) => (group[key] === null ? [] : [[group[key], group.count] as const])))
  const bars = (key: Parameters<typeof counted>[0], options: Ref[]) => {
    const counts = counted(key)
    return options.flatMap(({ id, name }) => (counts.has(id) ? [{ id, name, count: counts.get(id) ?? 0 }] : []))
  }
  const byCompany = bars('company', names.companies).toSorted((a, b) => b.count - a.count || a.id - b.id)
  return {
    by_status: bars('status', names.statuses),
    by_type: bars('type', names.types),
    by_urgency: bars('urgency', urgencyOptions),
    by_priority: bars('priority', priorityOptions),
    by_company: byCompany.slice(0, LARGEST_COMPANIES),
    by_month: months(
      groups.flatMap(({ month, count }) => (month ? [{ month, count }] : [])),
      released,
    ),
  }
}

interface Group {
  status: number | null
  type: number | null
  urgency: number | null
  priority: number | null
  company: number | null
  month: string | null
  count: number
}

/** One pass over the set; in each row all but one key are null. */
const groupsOf = (set: Filtered): Promise<Group[]> =>
  set
    .select((eb) => [
      'q.status_id as status',
      'q.type_id as type',
      'q.urgency',
      sql<number | null>`coalesce(q.priority, 0)`.as('priority'),
      'q.idcomp as company',
      sql<string | null>`to_char(date_trunc('month', q.created_at), 'YYYY-MM')`.as('month'),
      eb.fn.countAll<number>().as('count'),
    ])
    .groupBy(
      sql`grouping sets ((q.status_id), (q.type_id), (q.urgency), (coalesce(q.priority, 0)), (q.idcomp), (date_trunc('month', q.created_at)))`,
    )
    .execute()

const releasedByMonth = (set: Filtered) =>
  set
    .innerJoin('releases as r', 'r.id', 'q.release_id')
    .where('r.published_at', 'is not', null)
    .where('r.deleted_at', 'is', null)
    .select((eb) => [
      sql<string>`to_char(date_trunc('month', r.published_at), 'YYYY-MM')`.as('month'),
      eb.fn.countAll<number>().as('count'),
    ])
    .groupBy(sql`date_trunc('month', r.published_at)`)
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

async function namesOf(db: Db) {
  const [statuses, types, companies] = await Promise.all([
    db.selectFrom('request_statuses').select(['id', 'name']).orderBy('order').orderBy('id').execute(),
    db.selectFrom('request_types').select(['id', 'name']).orderBy('id').execute(),
    db.selectFrom('companies').select(['idcomp as id', 'namecomp as name']).execute(),
  ])
  return { statuses, types, companies }
}
