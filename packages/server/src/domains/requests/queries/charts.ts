import { sql, type RawBuilder } from 'kysely'
import type { Ref, requests } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import { rememberedWhole } from '../../../platform/memory.ts'
import { statement } from '../../../platform/statement.ts'
import { priorityOptions, urgencyOptions } from '../rules.ts'
import { filtered, type Filters } from './filter.ts'

const LARGEST_COMPANIES = 20

/**
 * Counts the filtered set for the charts (api.md, "Requests and backlog"). The set is read by two parallel statements,
 * each from an index only: one for lists and one for months.
 */
export async function chartsOf(db: Db, filters: Filters): Promise<requests.RequestCharts> {
  const [names, grid, days] = await Promise.all([namesOf(db), grids.all(db, { filters }), months.all(db, { filters })])
  const by = (dimension: keyof typeof dimensions) =>
    new Map(grid.filter((row) => row.dimension === dimension).map(({ id, count }) => [id, count]))
  const byCompany = bars(by('company'), names.companies).toSorted((a, b) => b.count - a.count || a.id - b.id)
  return {
    by_status: bars(by('status'), names.statuses),
    by_type: bars(by('type'), names.types),
    by_urgency: bars(by('urgency'), urgencyOptions),
    by_priority: bars(by('priority'), priorityOptions),
    by_company: byCompany.slice(0, LARGEST_COMPANIES),
    by_month: days.toSorted((a, b) => a.month.localeCompare(b.month)),
  }
}

type Counts = Map<number, number>

interface ChartInput {
  filters: Filters
}

const dimensions = {
  status: sql`status_id`,
  type: sql`type_id`,
  urgency: sql`urgency`,
  priority: sql`priority`,
  company: sql`idcomp`,
} as const

/** Counts all dimensions together once, which leaves few enough rows to be summed up for each. */
const grids = statement(
  (db, { filters }: ChartInput) => {
    const together = filtered(db, filters)
      .select((eb) => [
        'q.status_id',
        'q.type_id',
        'q.urgency',
        sql`coalesce(q.priority, 0)`.as('priority'),
        'q.idcomp',
        eb.fn.countAll<number>().as('count'),
      ])
      .groupBy(['q.status_id', 'q.type_id', 'q.urgency', sql`coalesce(q.priority, 0)`, 'q.idcomp'])
    const each = Object.entries(dimensions).map(
      ([name, id]) =>
        sql`select ${sql.lit(name)} as dimension, ${id} as id, sum(count)::int as count from grid group by ${id}`,
    )
    return sql<{ dimension: keyof typeof dimensions; id: number; count: number }>`
      with grid as materialized (${together}) ${sql.join(each, sql` union all `)}`
  },
  { planned: 'each time' },
)

const bars = (counts: Counts, options: Ref[]) =>
  options.flatMap(({ id, name }) => (counts.has(id) ? [{ id, name, count: counts.get(id) ?? 0 }] : []))

/** The day of a moment is computed in half the time of its month. */
const CREATED_DAY = sql`date_bin('1 day', q.created_at, timestamptz '2000-01-01 00:00:00+00')`
const monthOf = (moment: RawBuilder<unknown>) => sql<string>`to_char(${moment} at time zone 'UTC', 'YYYY-MM')`

/** What was created and what was released in each month. */
const months = statement(
  (db, { filters }: ChartInput) => {
    const set = filtered(db, filters)
    const created = set
      .select((eb) => [CREATED_DAY.as('day'), eb.fn.countAll<number>().as('count')])
      .groupBy(CREATED_DAY)
    const released = set
      .where('q.release_id', 'is not', null)
      .select((eb) => ['q.release_id', eb.fn.countAll<number>().as('count')])
      .groupBy('q.release_id')
    return sql<{ month: string; created: number; released: number }>`
      select month, sum(created)::int as created, sum(released)::int as released from (
        select ${monthOf(sql`day`)} as month, count as created, 0 as released from (${created}) as created
        union all
        select ${monthOf(sql`r.published_at`)}, 0, count from (${released}) as released
        join releases_for_requests as r on r.id = released.release_id
        where r.published_at is not null and r.deleted_at is null) as counted
      group by month`
  },
  { planned: 'each time' },
)

const allStatuses = statement((db) =>
  db.selectFrom('request_statuses').select(['id', 'name']).orderBy('order').orderBy('id'),
)
const allTypes = statement((db) =>
  db
    .selectFrom('request_types')
    .select(['id', 'name'])
    .orderBy('order', (order) => order.asc().nullsLast())
    .orderBy('id'),
)
const allCompanies = statement((db) => db.selectFrom('shared_companies').select(['idcomp as id', 'namecomp as name']))

const statuses = rememberedWhole(['request_statuses'], (db) => allStatuses.all(db, {}))
const types = rememberedWhole(['request_types'], (db) => allTypes.all(db, {}))
const companies = rememberedWhole(['companies'], (db) => allCompanies.all(db, {}))

async function namesOf(db: Db) {
  const [ofStatuses, ofTypes, ofCompanies] = await Promise.all([statuses(db), types(db), companies(db)])
  return { statuses: ofStatuses, types: ofTypes, companies: ofCompanies }
}
